import { operatorUrls } from '#contracts/platform/operator-urls.ts'
import type { NavigationEntry } from './navigation-entry.ts'

export const OPERATOR_NAVIGATION: readonly (readonly NavigationEntry[])[] = [
  [
    { name: 'Promoters', path: operatorUrls.overview(), icon: 'store', isNear: true },
    { name: 'People', path: operatorUrls.people(), icon: 'users', isNear: true },
    { name: 'Registration', path: operatorUrls.registration(), icon: 'contact', isNear: false },
  ],
  [
    { name: 'Terms', path: operatorUrls.terms(), icon: 'percent', isNear: false },
    { name: 'Money', path: operatorUrls.money(), icon: 'landmark', isNear: true },
    { name: 'Payments', path: operatorUrls.payments(), icon: 'coins', isNear: false },
    { name: 'Problems', path: operatorUrls.trouble(), icon: 'triangle-alert', isNear: false },
    { name: 'Invoices', path: operatorUrls.invoices(), icon: 'receipt', isNear: false },
  ],
  [
    { name: 'Main site', path: operatorUrls.site(), icon: 'globe', isNear: false },
    { name: 'Legal pages', path: operatorUrls.legal(), icon: 'scale', isNear: false },
    { name: 'Health', path: operatorUrls.health(), icon: 'activity', isNear: true },
    { name: 'Operators', path: operatorUrls.operators(), icon: 'shield-check', isNear: false },
    { name: 'Audit log', path: operatorUrls.audit(), icon: 'scroll-text', isNear: false },
  ],
]

import { consoleUrls } from '#contracts/platform/console-urls.ts'
import type { NavigationEntry } from './navigation-entry.ts'

export const CONSOLE_NAVIGATION: readonly (readonly NavigationEntry[])[] = [
  [
    { name: 'Overview', path: consoleUrls.overview(), icon: 'house', isNear: true },
    { name: 'Events', path: consoleUrls.events(), icon: 'calendar', isNear: true },
    { name: 'Orders', path: consoleUrls.orders(), icon: 'receipt', isNear: true },
    { name: 'Attendees', path: consoleUrls.attendees(), icon: 'contact', isNear: false },
    { name: 'Check-in', path: consoleUrls.checkIn(), icon: 'scan-line', isNear: false },
    { name: 'Reports', path: consoleUrls.reports(), icon: 'chart-line', isNear: true },
  ],
  [
    { name: 'Promo codes', path: consoleUrls.promoCodes(), icon: 'ticket', isNear: false },
    { name: 'Vouchers', path: consoleUrls.vouchers(), icon: 'gift', isNear: false },
    { name: 'Fees and taxes', path: consoleUrls.fees(), icon: 'percent', isNear: false },
    { name: 'Staff', path: consoleUrls.staff(), icon: 'users', isNear: false },
    { name: 'Payouts', path: consoleUrls.payouts(), icon: 'coins', isNear: false },
    { name: 'Invoices', path: consoleUrls.feeInvoices(), icon: 'wallet', isNear: false },
    { name: 'Balance', path: consoleUrls.settlements(), icon: 'landmark', isNear: false },
  ],
  [
    { name: 'Your site', path: consoleUrls.site(), icon: 'globe', isNear: false },
    { name: 'Legal pages', path: consoleUrls.legal(), icon: 'scale', isNear: false },
    { name: 'Emails', path: consoleUrls.emailTemplates(), icon: 'mail', isNear: false },
    { name: 'Developers', path: consoleUrls.developers(), icon: 'code', isNear: false },
    { name: 'Settings', path: consoleUrls.settings(), icon: 'settings', isNear: false },
    { name: 'Audit log', path: consoleUrls.audit(), icon: 'scroll-text', isNear: false },
  ],
]

/** Islands that read stores, by name. Each load uses the current modules. */
export const loadIsland = {
  CartPage: async () => (await import('#islands/CartPage.tsx')).CartPage,
  Checkout: async () => {
    const { Checkout } = await import('#islands/Checkout.tsx')
    return () => <Checkout step={{ provider: 'sandbox' }} />
  },
  CheckoutWithStripe: async () => {
    const { Checkout } = await import('#islands/Checkout.tsx')
    return () => <Checkout step={{ provider: 'stripe', publishableKey: 'pk_live_foyer' }} />
  },
  SignIn: async () => (await import('#islands/account/SignIn.tsx')).SignIn,
  Register: async () => (await import('#islands/account/Register.tsx')).Register,
  ForgotPassword: async () => (await import('#islands/account/ForgotPassword.tsx')).ForgotPassword,
  ResetPassword: async () => (await import('#islands/account/ResetPassword.tsx')).ResetPassword,
  VerifyEmail: async () => (await import('#islands/account/VerifyEmail.tsx')).VerifyEmail,
  Profile: async () => (await import('#islands/account/Profile.tsx')).Profile,
  Orders: async () => (await import('#islands/account/Orders.tsx')).Orders,
  Security: async () => (await import('#islands/account/Security.tsx')).Security,
  SignOutButton: async () => (await import('#islands/account/SignOutButton.tsx')).SignOutButton,
  StaffLink: async () => (await import('#islands/account/StaffLink.tsx')).StaffLink,
  Overview: async () => (await import('#islands/staff/Overview.tsx')).Overview,
  StaffProfilePage: async () => (await import('#islands/staff/StaffProfilePage.tsx')).StaffProfilePage,
  Assignments: async () => (await import('#islands/staff/Assignments.tsx')).Assignments,
  Links: async () => (await import('#islands/staff/Links.tsx')).Links,
  Earnings: async () => (await import('#islands/staff/Earnings.tsx')).Earnings,
  PromoterSwitcher: async () => (await import('#islands/staff/PromoterSwitcher.tsx')).PromoterSwitcher,
  ForSellers: async () => (await import('#islands/staff/ForSellers.tsx')).ForSellers,
  Overlays: async () => (await import('#islands/Overlays.tsx')).Overlays,
} as const

export type IslandName = keyof typeof loadIsland

// Object.keys of a constant returns exactly its keys.
export const ISLANDS = Object.keys(loadIsland) as IslandName[]

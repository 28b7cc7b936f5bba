/** Islands that read stores, by name. Each load uses the current modules. */
export const loadIsland = {
  CartPage: async () => (await import('#islands/checkout/CartPage.tsx')).CartPage,
  Checkout: async () => {
    const { Checkout } = await import('#islands/checkout/Checkout.tsx')
    return () => <Checkout step={{ provider: 'sandbox' }} />
  },
  CheckoutWithStripe: async () => {
    const { Checkout } = await import('#islands/checkout/Checkout.tsx')
    return () => <Checkout step={{ provider: 'stripe', publishableKey: 'pk_live_foyer' }} />
  },
  SignIn: async () => (await import('#islands/account/sign-in/SignIn.tsx')).SignIn,
  Register: async () => (await import('#islands/account/sign-in/Register.tsx')).Register,
  ForgotPassword: async () => (await import('#islands/account/sign-in/ForgotPassword.tsx')).ForgotPassword,
  ResetPassword: async () => (await import('#islands/account/sign-in/ResetPassword.tsx')).ResetPassword,
  VerifyEmail: async () => (await import('#islands/account/VerifyEmail.tsx')).VerifyEmail,
  Profile: async () => (await import('#islands/account/profile/Profile.tsx')).Profile,
  Orders: async () => (await import('#islands/account/Orders.tsx')).Orders,
  Security: async () => (await import('#islands/account/security/Security.tsx')).Security,
  SignOutButton: async () => (await import('#islands/account/sign-in/SignOutButton.tsx')).SignOutButton,
  StaffLink: async () => (await import('#islands/account/StaffLink.tsx')).StaffLink,
  Overview: async () => (await import('#islands/portal/Overview.tsx')).Overview,
  StaffProfilePage: async () => (await import('#islands/portal/StaffProfilePage.tsx')).StaffProfilePage,
  Assignments: async () => (await import('#islands/portal/Assignments.tsx')).Assignments,
  Links: async () => (await import('#islands/portal/links/Links.tsx')).Links,
  Earnings: async () => (await import('#islands/portal/earnings/Earnings.tsx')).Earnings,
  PromoterSwitcher: async () => (await import('#islands/portal/PromoterSwitcher.tsx')).PromoterSwitcher,
  ForPermission: async () => (await import('#islands/portal/PermissionGate.tsx')).PermissionGate,
  DoorPage: async () => (await import('#islands/portal/door/DoorPage.tsx')).DoorPage,
  Overlays: async () => (await import('#islands/shop/Overlays.tsx')).Overlays,
} as const

export type IslandName = keyof typeof loadIsland

// Object.keys of a constant returns exactly its keys.
export const ISLANDS = Object.keys(loadIsland) as IslandName[]

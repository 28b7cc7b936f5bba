export { redirectToPortal as GET } from '../_staff-entry.ts'

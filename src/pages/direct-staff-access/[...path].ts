export { toPortal as GET } from '../_staff-entry.ts'

import type { ReactNode } from 'react'
import type { OwnPromoter } from '#contracts/account/accounts.ts'
import { consoleUrls } from '#contracts/platform/console-urls.ts'
import { AccountSkeleton } from '#islands/platform/AccountSkeleton.tsx'
import { ConsoleGate } from '../ConsoleGate.tsx'

const TABS = [
  ['Members', consoleUrls.staff()],
  ['Assignments', consoleUrls.assignments()],
  ['Commission', consoleUrls.commission()],
  ['Links', consoleUrls.links()],
] as const

type Tab = (typeof TABS)[number][0]

interface Props {
  current: Tab
  /** Text shown while loading. */
  waiting: string
  children: (promoter: OwnPromoter) => ReactNode
}

/** Layout and navigation of the staff pages. Only owners can open them. */
export function StaffScreen({ current, waiting, children }: Props) {
  return (
    <ConsoleGate skeleton={<AccountSkeleton label={waiting} blocks={2} />} isOwners>
      {(promoter) => (
        <div className="sections">
          <StaffTabs current={current} />
          {children(promoter)}
        </div>
      )}
    </ConsoleGate>
  )
}

function StaffTabs({ current }: { current: Tab }) {
  return (
    <nav className="team-tabs" aria-label="Staff">
      <ul>
        {TABS.map(([name, path]) => (
          <li key={path}>
            <a href={path} aria-current={name === current ? 'page' : undefined}>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

import { consoleUrls } from '#contracts/console-urls.ts'

const TABS = [
  ['People', consoleUrls.staff()],
  ['Assignments', consoleUrls.assignments()],
  ['Commission', consoleUrls.commission()],
  ['Links', consoleUrls.links()],
] as const

/** The screens about staff. */
export function StaffTabs({ current }: { current: (typeof TABS)[number][0] }) {
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

import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { useId } from 'react'
import { ADMIN_GROUPS, isOpenAt } from '#client/entities/admin/admin-sections.ts'
import { Stack } from '#client/ui/layout/stack.tsx'
import tabs from '#client/ui/layout/tabs.module.css'
import classes from './admin-layout.module.css'
import { AdminMenu } from './admin-menu.tsx'
import { FactorGate } from './factor-required.tsx'

export function AdminLayout() {
  return (
    <div className={classes.root}>
      <div className={classes.ways}>
        <AdminTabs />
        <AdminMenu />
      </div>
      <FactorGate>
        <Outlet />
      </FactorGate>
    </div>
  )
}

function AdminTabs() {
  const id = useId()
  const path = useLocation({ select: ({ pathname }) => pathname })
  return (
    <nav aria-label="Administração" className={classes.tabs}>
      {ADMIN_GROUPS.map(({ label, sections }, index) => (
        <Stack gap={4} key={label} className={classes.group}>
          <p id={`${id}-${index}`} className={classes.groupName}>
            {label}
          </p>
          <ul aria-labelledby={`${id}-${index}`} className={classes.row}>
            {sections.map((section) => (
              <li key={section.to}>
                <Link
                  to={section.to}
                  // `isOpenAt` decides: sections are nested in each other's addresses.
                  activeOptions={{ exact: true, includeSearch: false }}
                  aria-current={isOpenAt(section, path) ? 'page' : undefined}
                  className={`${tabs.tab} ${classes.tab}`}
                >
                  {section.label}
                </Link>
              </li>
            ))}
          </ul>
        </Stack>
      ))}
    </nav>
  )
}

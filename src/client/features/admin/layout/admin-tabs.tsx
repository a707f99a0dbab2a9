import { Link, useLocation } from '@tanstack/react-router'
import { useId } from 'react'
import { ADMIN_GROUPS, isOpenAt } from '#client/entities/admin/admin-sections.ts'
import { Stack } from '#client/ui/layout/stack.tsx'
import classes from './admin-layout.module.css'

/** Every room in one row, where there is room for it: its groups are named above their tabs. */
export function AdminTabs() {
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
                  // Some pages of a section lie elsewhere, and other sections below its own address.
                  activeOptions={{ exact: true, includeSearch: false }}
                  aria-current={isOpenAt(section, path) ? 'page' : undefined}
                  className={classes.tab}
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

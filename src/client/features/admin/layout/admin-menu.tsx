import { IconSelector } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { ADMIN_GROUPS, isOpenAt } from '#client/entities/admin/admin-sections.ts'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import { Sheet } from '#client/ui/overlays/sheet.tsx'
import text from '#client/ui/text/text.module.css'
import classes from './admin-layout.module.css'

const SECTIONS = ADMIN_GROUPS.flatMap(({ sections }) => sections)

/** The same rooms where a row of them has no room: a button that says which one is open, and a sheet with all. */
export function AdminMenu() {
  const [isOpen, setOpen] = useState(false)
  const path = useLocation({ select: ({ pathname }) => pathname })
  const open = SECTIONS.find((section) => isOpenAt(section, path))
  return (
    <div className={classes.menu}>
      <button
        type="button"
        className={classes.trigger}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      >
        <span className={text.small}>Administração</span>
        <Row as="span" wrap={false} className={classes.triggerName}>
          {open && <open.Icon size={20} stroke={1.75} aria-hidden />}
          {open?.label}
        </Row>
        <IconSelector size={20} stroke={1.75} aria-hidden />
      </button>
      {isOpen && (
        <Sheet title="Administração" onDismiss={() => setOpen(false)}>
          <Stack as="nav" gap={20} aria-label="Administração">
            {ADMIN_GROUPS.map(({ label, sections }) => (
              <section key={label} className={classes.roomGroup}>
                <h3 className={classes.groupName}>{label}</h3>
                {sections.map((section) => (
                  <Link
                    key={section.to}
                    to={section.to}
                    activeOptions={{ exact: true, includeSearch: false }}
                    aria-current={section === open ? 'page' : undefined}
                    className={classes.room}
                    onClick={() => setOpen(false)}
                  >
                    <section.Icon size={22} stroke={1.75} aria-hidden />
                    {section.label}
                  </Link>
                ))}
              </section>
            ))}
          </Stack>
        </Sheet>
      )}
    </div>
  )
}

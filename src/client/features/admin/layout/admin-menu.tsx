import { IconSelector } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { ADMIN_GROUPS, isOpenAt } from '#client/entities/admin/admin-sections.ts'
import { Sheet } from '#client/ui/overlays/sheet.tsx'
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
        <span className={classes.triggerHint}>Administração</span>
        <span className={classes.triggerName}>
          {open && <open.Icon size={20} stroke={1.75} aria-hidden />}
          {open?.label}
        </span>
        <IconSelector size={20} stroke={1.75} aria-hidden />
      </button>
      {isOpen && (
        <Sheet title="Administração" onDismiss={() => setOpen(false)}>
          <nav aria-label="Administração" className={classes.rooms}>
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
          </nav>
        </Sheet>
      )}
    </div>
  )
}

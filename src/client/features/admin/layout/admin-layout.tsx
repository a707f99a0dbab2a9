import { Outlet } from '@tanstack/react-router'
import classes from './admin-layout.module.css'
import { AdminMenu } from './admin-menu.tsx'
import { AdminTabs } from './admin-tabs.tsx'

export function AdminLayout() {
  return (
    <div className={classes.root}>
      <div className={classes.ways}>
        <AdminTabs />
        <AdminMenu />
      </div>
      <Outlet />
    </div>
  )
}

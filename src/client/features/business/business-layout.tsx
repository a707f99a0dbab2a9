import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import tabs from '#client/ui/layout/tabs.module.css'
import classes from './business-layout.module.css'

const TABS = [
  { to: '/app/personalizacao', label: 'Perfil', isExact: true },
  { to: '/app/personalizacao/produtos', label: 'Produtos', isExact: false },
  { to: '/app/personalizacao/marcas', label: 'Marcas', isExact: false },
  { to: '/app/personalizacao/ofertas', label: 'Ofertas', isExact: false },
  { to: '/app/personalizacao/documentos', label: 'Documentos', isExact: false },
  { to: '/app/personalizacao/acervo', label: 'Acervo', isExact: false },
  { to: '/app/personalizacao/credenciais', label: 'Credenciais', isExact: false },
] as const

export function BusinessLayout() {
  const nav = useRef<HTMLElement>(null)
  const pathname = useLocation({ select: (location) => location.pathname })
  // Scrolls the open tab into view on a phone.
  useEffect(() => {
    const row = nav.current
    const open = row?.querySelector<HTMLElement>('[aria-current="page"]')
    if (!row || !open || !pathname) return
    row.scrollLeft = open.offsetLeft - (row.clientWidth - open.offsetWidth) / 2
  }, [pathname])
  return (
    <div className={classes.root}>
      <nav ref={nav} aria-label="Personalização" className={classes.tabs}>
        {TABS.map(({ to, label, isExact }) => (
          <Link
            key={to}
            to={to}
            activeOptions={{ exact: isExact, includeSearch: false }}
            className={tabs.tab}
          >
            {label}
          </Link>
        ))}
      </nav>
      <Outlet />
    </div>
  )
}

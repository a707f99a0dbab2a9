import { type MantineColorScheme, UnstyledButton } from '@mantine/core'
import {
  IconAddressBook,
  IconBuilding,
  IconDeviceDesktop,
  IconKeyboard,
  IconLogout,
  IconMoon,
  IconMovie,
  IconRoute,
  IconSun,
  IconUserCircle,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useId, useRef } from 'react'
import { Stack } from '#client/ui/layout/stack.tsx'
import { useChosenScheme } from '#client/ui/layout/use-chosen-scheme.ts'
import text from '#client/ui/text/text.module.css'
import type { SessionUser } from '#shared/contract/auth.ts'
import { uploadPath } from '#shared/upload-addresses.ts'
import classes from './user-menu.module.css'

type Props = {
  user: SessionUser
  onSignOut: () => Promise<void>
  onShortcuts: () => void
  /** No administrator impersonates the user. */
  isOwn: boolean
}

const PAGES = [
  { to: '/app/me', Icon: IconUserCircle, label: 'Seu perfil' },
  { to: '/app/personalizacao', Icon: IconAddressBook, label: 'Personalização' },
  { to: '/app/tutoriais', Icon: IconMovie, label: 'Tutoriais' },
] as const
const TOUR = {
  to: '/app',
  search: { passeio: 'sim' },
  activeOptions: { includeSearch: true },
  Icon: IconRoute,
  label: 'Fazer o passeio',
} as const
const ADMINISTRATION = { to: '/app/admin', Icon: IconBuilding, label: 'Administração' } as const

/** A native popover: Escape, a click outside and the return of the focus come from the browser. */
export function UserMenu({ user, onSignOut, onShortcuts, isOwn }: Props) {
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  const hide = () => panel.current?.hidePopover()
  const links = [...PAGES, ...(isOwn ? [TOUR] : []), ...(user.role === 'admin' ? [ADMINISTRATION] : [])]
  return (
    <>
      <UnstyledButton className={classes.trigger} popoverTarget={id} data-tour="account">
        <Avatar user={user} />
        <span className="visually-hidden">Sua conta: </span>
        <span className={`${text.oneLine} ${classes.name}`}>{user.name}</span>
      </UnstyledButton>
      <div ref={panel} id={id} popover="auto" className={classes.panel}>
        <Stack gap={4} className={classes.identity}>
          <strong>{user.name}</strong>
          <span className={text.small}>{user.email}</span>
        </Stack>
        <ColorSchemeChoice />
        {links.map(({ Icon, label, ...link }) => (
          <Link key={label} {...link} className={classes.item} onClick={hide}>
            <Icon size={20} aria-hidden />
            {label}
          </Link>
        ))}
        <UnstyledButton
          className={`${classes.item} ${classes.keys}`}
          onClick={() => {
            hide()
            onShortcuts()
          }}
        >
          <IconKeyboard size={20} aria-hidden />
          Atalhos do teclado
        </UnstyledButton>
        <UnstyledButton className={classes.item} onClick={() => void onSignOut()}>
          <IconLogout size={20} aria-hidden />
          Sair
        </UnstyledButton>
      </div>
    </>
  )
}

function Avatar({ user }: { user: SessionUser }) {
  const photo = uploadPath(user.image)
  if (photo) return <img src={photo} alt="" width={36} height={36} className={classes.avatar} />
  return (
    <span className={classes.avatar} aria-hidden>
      {user.name.trim().charAt(0).toUpperCase()}
    </span>
  )
}

const SCHEMES = [
  { value: 'light', label: 'Claro', Icon: IconSun },
  { value: 'dark', label: 'Escuro', Icon: IconMoon },
  { value: 'auto', label: 'Sistema', Icon: IconDeviceDesktop },
] as const satisfies { value: MantineColorScheme; label: string; Icon: typeof IconSun }[]

function ColorSchemeChoice() {
  const { colorScheme, chooseScheme } = useChosenScheme()
  return (
    <fieldset className={classes.schemes}>
      <legend>Aparência</legend>
      {SCHEMES.map(({ value, label, Icon }) => (
        <label key={value} className={classes.scheme}>
          <input
            type="radio"
            name="color-scheme"
            checked={colorScheme === value}
            onChange={() => chooseScheme(value)}
          />
          <Icon size={20} aria-hidden />
          {label}
        </label>
      ))}
    </fieldset>
  )
}

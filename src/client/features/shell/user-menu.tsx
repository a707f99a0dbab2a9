import { type MantineColorScheme, UnstyledButton, useMantineColorScheme } from '@mantine/core'
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
import type { SessionUser } from '#shared/contract/auth.ts'
import { uploadPath } from '#shared/contract/uploads.ts'
import classes from './user-menu.module.css'

type Props = {
  user: SessionUser
  onSignOut: () => Promise<void>
  /** Shows what the keyboard can do. */
  onShortcuts: () => void
  /** Nobody else looks through this person's eyes. */
  isOwn: boolean
}

/** A native popover: Escape, a click outside and the return of the focus are the browser's own work. */
export function UserMenu({ user, onSignOut, onShortcuts, isOwn }: Props) {
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  return (
    <>
      <UnstyledButton className={classes.trigger} popoverTarget={id} data-tour="account">
        <Avatar user={user} />
        <span className="visually-hidden">Sua conta: </span>
        <span className={classes.name}>{user.name}</span>
      </UnstyledButton>
      <div ref={panel} id={id} popover="auto" className={classes.panel}>
        <p className={classes.identity}>
          <strong>{user.name}</strong>
          <span className={classes.email}>{user.email}</span>
        </p>
        <ColorSchemeChoice />
        <Link to="/app/me" className={classes.item} onClick={() => panel.current?.hidePopover()}>
          <IconUserCircle size={20} aria-hidden />
          Seu perfil
        </Link>
        <Link to="/app/personalizacao" className={classes.item} onClick={() => panel.current?.hidePopover()}>
          <IconAddressBook size={20} aria-hidden />
          Personalização
        </Link>
        <Link to="/app/tutoriais" className={classes.item} onClick={() => panel.current?.hidePopover()}>
          <IconMovie size={20} aria-hidden />
          Tutoriais
        </Link>
        {isOwn && (
          <Link
            to="/app"
            search={{ passeio: 'sim' }}
            activeOptions={{ includeSearch: true }}
            className={classes.item}
            onClick={() => panel.current?.hidePopover()}
          >
            <IconRoute size={20} aria-hidden />
            Rever o passeio
          </Link>
        )}
        {user.role === 'admin' && (
          <Link to="/app/admin" className={classes.item} onClick={() => panel.current?.hidePopover()}>
            <IconBuilding size={20} aria-hidden />
            Administração
          </Link>
        )}
        <UnstyledButton
          className={`${classes.item} ${classes.keys}`}
          onClick={() => {
            panel.current?.hidePopover()
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
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <fieldset className={classes.schemes}>
      <legend>Aparência</legend>
      {SCHEMES.map(({ value, label, Icon }) => (
        <label key={value} className={classes.scheme}>
          <input
            type="radio"
            name="color-scheme"
            checked={colorScheme === value}
            onChange={() => setColorScheme(value)}
          />
          <Icon size={20} aria-hidden />
          {label}
        </label>
      ))}
    </fieldset>
  )
}

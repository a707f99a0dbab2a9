import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core'
import {
  IconAddressBook,
  IconArchive,
  IconDeviceDesktop,
  IconKeyboard,
  IconLayoutSidebar,
  IconLogout,
  IconMasksTheater,
  IconMoon,
  IconMovie,
  IconPackage,
  IconPencilPlus,
  IconSun,
  IconUserCircle,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { newChatLink } from '#client/entities/chats/new-chat-link.ts'
import { hasWords } from '#client/lib/text/normalize-text.ts'
import { toggleSidebar } from '#client/ui/layout/sidebar-state.ts'
import { useRooms } from './admin-actions.ts'

export type PaletteAction = {
  label: string
  /** What else it may be looked for by. */
  words: string
  Icon: typeof IconSun
  run: () => void
}

type Options = {
  agentId: string | undefined
  isAdmin: boolean
  onShortcuts: () => void
  onSignOut: () => Promise<void>
}

/** The actions whose name or other words hold every word of `text`. */
export function useActions(
  text: string,
  { agentId, isAdmin, onShortcuts, onSignOut }: Options,
): PaletteAction[] {
  const navigate = useNavigate()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const scheme = (value: MantineColorScheme, label: string, Icon: typeof IconSun): PaletteAction[] =>
    value === colorScheme
      ? []
      : [{ label, words: 'aparencia cor modo', Icon, run: () => setColorScheme(value) }]
  const rooms = useRooms(text, isAdmin)
  const all: PaletteAction[] = [
    {
      label: 'Nova conversa',
      words: 'comecar chat escrever',
      Icon: IconPencilPlus,
      run: () => void navigate(newChatLink(agentId)),
    },
    {
      label: 'Ver o elenco',
      words: 'inicio agentes home',
      Icon: IconMasksTheater,
      run: () => void navigate({ to: '/app' }),
    },
    {
      label: 'Conversas arquivadas',
      words: 'arquivo guardadas antigas',
      Icon: IconArchive,
      run: () => void navigate({ to: '/app/arquivadas' }),
    },
    {
      label: 'Personalização',
      words: 'meu negocio memoria questionario marcas ofertas produtos documentos credenciais chaves',
      Icon: IconAddressBook,
      run: () => void navigate({ to: '/app/personalizacao' }),
    },
    {
      label: 'Novo produto',
      words: 'criar cadastrar curso mentoria preco',
      Icon: IconPackage,
      run: () => void navigate({ to: '/app/personalizacao/produtos/new' }),
    },
    {
      label: 'Tutoriais',
      words: 'aulas videos youtube aprender como usar',
      Icon: IconMovie,
      run: () => void navigate({ to: '/app/tutoriais' }),
    },
    {
      label: 'Seu perfil',
      words: 'conta dados senha plano',
      Icon: IconUserCircle,
      run: () => void navigate({ to: '/app/me' }),
    },
    ...rooms,
    ...scheme('light', 'Tema claro', IconSun),
    ...scheme('dark', 'Tema escuro', IconMoon),
    ...scheme('auto', 'Tema do sistema', IconDeviceDesktop),
    {
      label: 'Mostrar ou esconder as conversas',
      words: 'barra lateral menu',
      Icon: IconLayoutSidebar,
      run: toggleSidebar,
    },
    { label: 'Atalhos do teclado', words: 'ajuda teclas', Icon: IconKeyboard, run: onShortcuts },
    { label: 'Sair', words: 'logout desconectar encerrar', Icon: IconLogout, run: () => void onSignOut() },
  ]
  return all.filter(({ label, words }) => hasWords(`${label} ${words}`, text))
}

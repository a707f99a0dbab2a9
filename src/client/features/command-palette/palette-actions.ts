import type { MantineColorScheme } from '@mantine/core'
import {
  IconAddressBook,
  IconBuilding,
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
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { ADMIN_GROUPS } from '#client/entities/admin/admin-sections.ts'
import { newChatLink } from '#client/entities/chats/new-chat-link.ts'
import { hasWords } from '#client/lib/text/normalize-text.ts'
import { toggleSidebar } from '#client/ui/layout/sidebar-state.ts'
import { useChosenScheme } from '#client/ui/layout/use-chosen-scheme.ts'

type PaletteAction = {
  label: string
  /** Additional search words. */
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

/** Actions whose label or search words contain every word of `text`. */
export function useActions(
  text: string,
  { agentId, isAdmin, onShortcuts, onSignOut }: Options,
): PaletteAction[] {
  const navigate = useNavigate()
  const { colorScheme, chooseScheme } = useChosenScheme()
  const scheme = (value: MantineColorScheme, label: string, Icon: typeof IconSun): PaletteAction[] =>
    value === colorScheme
      ? []
      : [{ label, words: 'aparencia cor modo', Icon, run: () => chooseScheme(value) }]
  const adminActions = useAdminActions(text, isAdmin)
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
      label: 'Personalização',
      words: 'meu negocio memoria marcas ofertas produtos documentos',
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
    ...adminActions,
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

/** One action for the administration; with a search text, one for each of its sections. */
function useAdminActions(text: string, isAdmin: boolean): PaletteAction[] {
  const navigate = useNavigate()
  if (!isAdmin) return []
  if (text === '') {
    const run = () => void navigate({ to: '/app/admin' })
    return [{ label: 'Administração', words: '', Icon: IconBuilding, run }]
  }
  return ADMIN_GROUPS.flatMap(({ sections }) =>
    sections.map(({ to, label, words, Icon }) => ({
      label: `Administração: ${label.toLowerCase()}`,
      words,
      Icon,
      run: () => void navigate({ to }),
    })),
  )
}

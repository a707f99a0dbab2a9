type Shortcut = {
  /** `mod` is ⌘ on a Mac and Ctrl elsewhere. */
  keys: readonly string[]
  text: string
}

export const SHORTCUTS = {
  palette: { keys: ['mod', 'K'], text: 'Ir para um agente, uma conversa ou uma ação' },
  newChat: { keys: ['mod', 'Shift', 'O'], text: 'Nova conversa' },
  sidebar: { keys: ['mod', 'B'], text: 'Mostrar ou esconder as conversas' },
  copyReply: { keys: ['mod', 'Shift', 'C'], text: 'Copiar a última resposta' },
  composer: { keys: ['/'], text: 'Escrever na conversa aberta' },
  help: { keys: ['?'], text: 'Ver estes atalhos' },
} as const satisfies Record<string, Shortcut>
export type ShortcutName = keyof typeof SHORTCUTS

/** Keys that the chat handles itself. */
export const LOCAL_SHORTCUTS: readonly Shortcut[] = [
  { keys: ['Enter'], text: 'Enviar a mensagem' },
  { keys: ['Shift', 'Enter'], text: 'Quebrar a linha' },
  { keys: ['@'], text: 'Citar algo seu: produto, marca, oferta ou documento' },
  { keys: ['Esc'], text: 'Fechar o que está aberto por cima, ou parar a resposta' },
]

type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>

const isMac = (): boolean => /mac|iphone|ipad/i.test(navigator.platform)

/** The shortcut of a key press; single keys do not count while the user types. */
export function shortcutOf(
  press: Press,
  { isTyping, hasMac = isMac() }: { isTyping: boolean; hasMac?: boolean },
) {
  const [mod, other] = hasMac ? [press.metaKey, press.ctrlKey] : [press.ctrlKey, press.metaKey]
  if (other || press.altKey) return undefined
  const key = press.key.length === 1 ? press.key.toUpperCase() : press.key
  const names = Object.keys(SHORTCUTS) as ShortcutName[]
  return names.find((name) => {
    const keys: readonly string[] = SHORTCUTS[name].keys
    if (keys.at(-1) !== key || keys.includes('mod') !== mod) return false
    // Whether a sign such as ? needs Shift depends on the keyboard layout.
    return mod ? keys.includes('Shift') === press.shiftKey : !isTyping
  })
}

/** Label of a key on this platform. */
export const keyName = (key: string, hasMac = isMac()): string =>
  key === 'mod' ? (hasMac ? '⌘' : 'Ctrl') : key

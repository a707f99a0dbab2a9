type Shortcut = {
  /** As they are pressed together; `mod` is ⌘ on a Mac and Ctrl elsewhere. */
  keys: readonly string[]
  text: string
}

/** What the keyboard can do from anywhere in the app. */
export const SHORTCUTS = {
  palette: { keys: ['mod', 'K'], text: 'Ir para um agente, uma conversa ou uma ação' },
  newChat: { keys: ['mod', 'Shift', 'O'], text: 'Nova conversa' },
  sidebar: { keys: ['mod', 'B'], text: 'Mostrar ou esconder as conversas' },
  composer: { keys: ['/'], text: 'Escrever na conversa aberta' },
  help: { keys: ['?'], text: 'Ver estes atalhos' },
} as const satisfies Record<string, Shortcut>
export type ShortcutName = keyof typeof SHORTCUTS

/** Keys that belong to the place they are pressed in, and are handled there. */
export const LOCAL_SHORTCUTS: readonly Shortcut[] = [
  { keys: ['Enter'], text: 'Enviar a mensagem' },
  { keys: ['Shift', 'Enter'], text: 'Quebrar a linha' },
  { keys: ['@'], text: 'Citar algo seu: produto, marca, oferta ou documento' },
  { keys: ['Esc'], text: 'Fechar o que está aberto por cima, ou parar a resposta' },
]

type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>

const isMac = (): boolean => /mac|iphone|ipad/i.test(navigator.platform)

/** Which shortcut a key press is; those of a single key are none while somebody types. */
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
    // Where a sign such as ? needs Shift is the keyboard's affair.
    return mod ? keys.includes('Shift') === press.shiftKey : !isTyping
  })
}

/** A key as it is called on this keyboard. */
export const keyName = (key: string, hasMac = isMac()): string =>
  key === 'mod' ? (hasMac ? '⌘' : 'Ctrl') : key

import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { hasWords } from '#client/lib/text/normalize-text.ts'
import { COMMANDS, type Command } from './commands.ts'
import classes from './slash-menu.module.css'
import { slashQuery } from './slash-query.ts'

const BLOCKS = COMMANDS.filter(({ isBlock }) => isBlock)

type Slash = { query: string; from: number }

/** The `/` before the caret, and what was typed after it. */
function slashOf(editor: Editor): Slash | null {
  const { empty, $from } = editor.state.selection
  if (!empty || !editor.isFocused || $from.parent.type.spec.code) return null
  const query = slashQuery($from.parent.textBetween(0, $from.parentOffset, '\n', '\ufffc'))
  return query === undefined ? null : { query, from: $from.pos - query.length - 1 }
}

/** A list of blocks at a `/`; the text keeps the focus and hands it the keys. */
export function SlashMenu({ editor }: { editor: Editor }) {
  const slash = useEditorState({ editor, selector: ({ editor: it }) => slashOf(it) })
  const [closedAt, setClosedAt] = useState<number | null>(null)
  const from = slash?.from ?? null
  useEffect(() => {
    if (from === null) setClosedAt(null)
  }, [from])
  const found = slash
    ? BLOCKS.filter(({ label, words = '' }) => hasWords(`${label} ${words}`, slash.query))
    : []
  if (!slash || from === closedAt || found.length === 0) return null
  return <List editor={editor} slash={slash} found={found} onClose={() => setClosedAt(from)} />
}

type ListProps = { editor: Editor; slash: Slash; found: Command[]; onClose: () => void }

function List({ editor, slash, found, onClose }: ListProps) {
  const id = useId()
  const [active, setActive] = useState({ query: '', index: 0 })
  const at = active.query === slash.query ? Math.min(active.index, found.length - 1) : 0
  const panel = useRef<HTMLDivElement>(null)

  const choose = (command: Command | undefined) => {
    if (!command) return
    const { to } = editor.state.selection
    editor.chain().focus().deleteRange({ from: slash.from, to }).run()
    command.run(editor)
  }

  useEffect(() => {
    const text = editor.view.dom
    const handleKeyDown = (event: KeyboardEvent) => {
      const { key } = event
      if (!isOurs(event)) return
      event.preventDefault()
      event.stopImmediatePropagation()
      if (key === 'Escape') onClose()
      else if (key === 'ArrowDown' || key === 'ArrowUp') {
        const step = key === 'ArrowDown' ? 1 : found.length - 1
        setActive({ query: slash.query, index: (at + step) % found.length })
      } else choose(found[at])
    }
    // Before the editor's own keys.
    text.addEventListener('keydown', handleKeyDown, true)
    return () => text.removeEventListener('keydown', handleKeyDown, true)
  })

  useEffect(() => {
    const text = editor.view.dom
    text.setAttribute('aria-controls', id)
    text.setAttribute('aria-activedescendant', `${id}-${at}`)
    return () => {
      text.removeAttribute('aria-controls')
      text.removeAttribute('aria-activedescendant')
    }
  }, [editor, id, at])

  useLayoutEffect(() => {
    const element = panel.current
    if (!element) return
    const { left, top, bottom } = editor.view.coordsAtPos(slash.from)
    const isBelow = bottom + element.offsetHeight < innerHeight - EDGE_PX || top < innerHeight / 2
    const y = isBelow ? bottom + GAP_PX : top - element.offsetHeight - GAP_PX
    element.style.setProperty(
      '--left',
      `${Math.max(EDGE_PX, Math.min(left, innerWidth - element.offsetWidth - EDGE_PX))}px`,
    )
    element.style.setProperty('--top', `${Math.max(EDGE_PX, y)}px`)
    element.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  })

  return (
    <div ref={panel} id={id} role="listbox" aria-label="Inserir" className={classes.panel}>
      {found.map((command, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the text has the focus and handles the keys.
        <div
          key={command.label}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === at}
          className={classes.option}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => choose(command)}
        >
          <command.Icon size={20} stroke={1.75} aria-hidden />
          {command.label}
        </div>
      ))}
    </div>
  )
}

const isOurs = ({ key, isComposing, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) =>
  KEYS.includes(key) && !(isComposing || ctrlKey || metaKey || altKey || shiftKey)

const KEYS = ['ArrowDown', 'ArrowUp', 'Enter', 'Tab', 'Escape']
const GAP_PX = 6
const EDGE_PX = 8

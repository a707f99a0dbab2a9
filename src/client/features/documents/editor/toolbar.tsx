import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconLinkPlus,
  IconListSearch,
  IconSparkles,
  IconTableOptions,
} from '@tabler/icons-react'
import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { type ComponentProps, type KeyboardEvent, useEffect, useRef } from 'react'
import { ActionMenu } from '#client/ui/overlays/action-menu.tsx'
import { COMMANDS, type Command, TABLE_COMMANDS } from './commands.ts'
import classes from './toolbar.module.css'
import { useKeyboardInset } from './use-keyboard-inset.ts'

type Props = {
  editor: Editor
  onLink: () => void
  onRewrite: () => void
  onReview: () => void
}

/** One stop for the Tab key: the arrow keys move between the buttons. Above the keyboard on a phone. */
export function Toolbar({ editor, onLink, onRewrite, onReview }: Props) {
  const bar = useRef<HTMLDivElement>(null)
  useKeyboardInset(bar)
  const now = useEditorState({
    editor,
    selector: ({ editor: it }) => ({
      on: COMMANDS.map((command) => command.isOn?.(it)).join(),
      isLink: it.isActive('link'),
      isTable: it.isActive('table'),
      canUndo: it.can().undo(),
      canRedo: it.can().redo(),
      hasSelection: !it.state.selection.empty,
    }),
  })
  // The button that goes with the table may have been the stop.
  useEffect(() => {
    if (!now.isTable && bar.current) keepOneStop(bar.current)
  }, [now.isTable])
  const on = now.on.split(',')
  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label="Formatação"
      aria-orientation="horizontal"
      className={classes.bar}
      onKeyDown={moveFocus}
      onFocus={keepStop}
    >
      <Tool
        Icon={IconArrowBackUp}
        label="Desfazer"
        isOff={!now.canUndo}
        onPress={() => editor.chain().focus().undo().run()}
        tabIndex={0}
      />
      <Tool
        Icon={IconArrowForwardUp}
        label="Refazer"
        isOff={!now.canRedo}
        onPress={() => editor.chain().focus().redo().run()}
      />
      <Tool Icon={IconSparkles} label="Reescrever" isOff={!now.hasSelection} onPress={onRewrite} hasText />
      <Tool Icon={IconListSearch} label="Revisar" onPress={onReview} hasText />
      {COMMANDS.map((command, index) => (
        <CommandTool key={command.label} command={command} editor={editor} isOn={on[index] === 'true'} />
      ))}
      <Tool Icon={IconLinkPlus} label="Link" isOn={now.isLink} onPress={onLink} />
      {now.isTable && (
        <ActionMenu
          label="Linhas e colunas"
          className={classes.tool}
          actions={() => TABLE_COMMANDS.map(({ label, run }) => ({ label, onChoose: () => run(editor) }))}
        >
          <IconTableOptions size={20} stroke={1.75} aria-hidden />
        </ActionMenu>
      )}
    </div>
  )
}

const CommandTool = ({ command, editor, isOn }: { command: Command; editor: Editor; isOn: boolean }) => (
  <Tool
    Icon={command.Icon}
    label={command.label}
    isOn={command.isOn ? isOn : undefined}
    onPress={() => command.run(editor)}
  />
)

type ToolProps = Pick<ComponentProps<'button'>, 'tabIndex'> & {
  Icon: Command['Icon']
  label: string
  isOn?: boolean | undefined
  isOff?: boolean
  hasText?: boolean
  onPress: () => void
}

function Tool({ Icon, label, isOn, isOff = false, hasText = false, onPress, tabIndex = -1 }: ToolProps) {
  return (
    <button
      type="button"
      className={classes.tool}
      tabIndex={tabIndex}
      aria-label={hasText ? undefined : label}
      title={hasText ? undefined : label}
      aria-pressed={isOn}
      aria-disabled={isOff || undefined}
      // The text keeps its selection, and a phone its keyboard.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => !isOff && onPress()}
    >
      <Icon size={20} stroke={1.75} aria-hidden />
      {hasText && label}
    </button>
  )
}

const toolsOf = (bar: HTMLElement) => [...bar.querySelectorAll<HTMLButtonElement>(':scope > button')]

function moveFocus(event: KeyboardEvent<HTMLDivElement>): void {
  const tools = toolsOf(event.currentTarget)
  const at = tools.indexOf(document.activeElement as HTMLButtonElement)
  const to = {
    ArrowRight: (at + 1) % tools.length,
    ArrowLeft: (at - 1 + tools.length) % tools.length,
    Home: 0,
    End: tools.length - 1,
  }[event.key]
  if (at < 0 || to === undefined) return
  event.preventDefault()
  tools[to]?.focus()
}

/** The Tab key comes to the first button when the one that it came to is gone. */
function keepOneStop(bar: HTMLElement): void {
  const tools = toolsOf(bar)
  if (tools[0] && !tools.some(({ tabIndex }) => tabIndex === 0)) tools[0].tabIndex = 0
}

/** The Tab key comes back to the last used button. */
function keepStop({ currentTarget, target }: { currentTarget: HTMLElement; target: EventTarget }): void {
  const tools = toolsOf(currentTarget)
  if (!tools.some((tool) => tool === target)) return
  for (const tool of tools) tool.tabIndex = tool === target ? 0 : -1
}

import {
  IconBlockquote,
  IconBold,
  IconCode,
  IconH1,
  IconH2,
  IconH3,
  IconItalic,
  IconLineDashed,
  IconList,
  IconListCheck,
  IconListNumbers,
  IconSourceCode,
  IconStrikethrough,
  IconTable,
} from '@tabler/icons-react'
import type { Editor } from '@tiptap/core'

export type Command = {
  label: string
  Icon: typeof IconBold
  /** Other words that find it in the slash menu. */
  words?: string
  /** In the slash menu; the others change letters. */
  isBlock?: true
  run: (editor: Editor) => void
  /** Undefined for a command that is never on. */
  isOn?: (editor: Editor) => boolean
}

const heading = (level: 1 | 2 | 3, label: string, Icon: typeof IconBold): Command => ({
  label,
  Icon,
  words: 'titulo cabecalho',
  isBlock: true,
  run: (editor) => editor.chain().focus().toggleHeading({ level }).run(),
  isOn: (editor) => editor.isActive('heading', { level }),
})

/** What the toolbar and the slash menu offer, in this order. */
export const COMMANDS: readonly Command[] = [
  heading(1, 'Título 1', IconH1),
  heading(2, 'Título 2', IconH2),
  heading(3, 'Título 3', IconH3),
  {
    label: 'Negrito',
    Icon: IconBold,
    run: (editor) => editor.chain().focus().toggleBold().run(),
    isOn: (editor) => editor.isActive('bold'),
  },
  {
    label: 'Itálico',
    Icon: IconItalic,
    run: (editor) => editor.chain().focus().toggleItalic().run(),
    isOn: (editor) => editor.isActive('italic'),
  },
  {
    label: 'Riscado',
    Icon: IconStrikethrough,
    run: (editor) => editor.chain().focus().toggleStrike().run(),
    isOn: (editor) => editor.isActive('strike'),
  },
  {
    label: 'Lista',
    Icon: IconList,
    words: 'marcadores topicos',
    isBlock: true,
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
    isOn: (editor) => editor.isActive('bulletList'),
  },
  {
    label: 'Lista numerada',
    Icon: IconListNumbers,
    words: 'numeros passos',
    isBlock: true,
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
    isOn: (editor) => editor.isActive('orderedList'),
  },
  {
    label: 'Lista de tarefas',
    Icon: IconListCheck,
    words: 'checklist caixas',
    isBlock: true,
    run: (editor) => editor.chain().focus().toggleTaskList().run(),
    isOn: (editor) => editor.isActive('taskList'),
  },
  {
    label: 'Citação',
    Icon: IconBlockquote,
    words: 'depoimento',
    isBlock: true,
    run: (editor) => editor.chain().focus().toggleBlockquote().run(),
    isOn: (editor) => editor.isActive('blockquote'),
  },
  {
    label: 'Tabela',
    Icon: IconTable,
    words: 'colunas linhas',
    isBlock: true,
    run: (editor) => editor.chain().focus().insertTable({ rows: 3, cols: 2, withHeaderRow: true }).run(),
    isOn: (editor) => editor.isActive('table'),
  },
  {
    label: 'Código',
    Icon: IconCode,
    run: (editor) => editor.chain().focus().toggleMark('code').run(),
    isOn: (editor) => editor.isActive('code'),
  },
  {
    label: 'Bloco de código',
    Icon: IconSourceCode,
    words: 'codigo',
    isBlock: true,
    run: (editor) => editor.chain().focus().toggleCodeBlock().run(),
    isOn: (editor) => editor.isActive('codeBlock'),
  },
  {
    label: 'Linha divisória',
    Icon: IconLineDashed,
    words: 'separador',
    isBlock: true,
    run: (editor) => editor.chain().focus().setHorizontalRule().run(),
  },
]

/** Changes of the table that the caret is in. */
export const TABLE_COMMANDS: readonly Pick<Command, 'label' | 'run'>[] = [
  { label: 'Linha abaixo', run: (editor) => editor.chain().focus().addRowAfter().run() },
  { label: 'Coluna à direita', run: (editor) => editor.chain().focus().addColumnAfter().run() },
  { label: 'Excluir linha', run: (editor) => editor.chain().focus().deleteRow().run() },
  { label: 'Excluir coluna', run: (editor) => editor.chain().focus().deleteColumn().run() },
  { label: 'Excluir tabela', run: (editor) => editor.chain().focus().deleteTable().run() },
]

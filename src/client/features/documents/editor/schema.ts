import { type Extensions, Mark, markInputRule } from '@tiptap/core'
import { TaskItem, TaskList } from '@tiptap/extension-list'
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table'
import StarterKit from '@tiptap/starter-kit'
import { safeLink } from '#shared/markdown/markdown-links.ts'

/** TipTap's own refuses other marks beside it, but Markdown has bold code. */
const Code = Mark.create({
  name: 'code',
  code: true,
  exitable: true,
  excludes: '',
  parseHTML: () => [{ tag: 'code' }],
  renderHTML: ({ HTMLAttributes }) => ['code', HTMLAttributes, 0],
  addInputRules() {
    return [markInputRule({ find: /(?:^|[^`])(`([^`]+)`)$/, type: this.type })]
  },
  addKeyboardShortcuts() {
    return { 'Mod-e': () => this.editor.commands.toggleMark('code') }
  },
})

/** The nodes and marks of a document: those of Markdown as the app shows it, and no others. */
export const extensions: Extensions = [
  StarterKit.configure({
    code: false,
    underline: false,
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      isAllowedUri: (address) => safeLink(address) !== null,
      HTMLAttributes: { target: null, rel: 'noopener noreferrer nofollow' },
    },
    undoRedo: { depth: 200 },
  }),
  Code,
  TaskList,
  TaskItem.configure({
    nested: true,
    a11y: { checkboxLabel: (node) => `Tarefa: ${node.firstChild?.textContent || 'sem texto'}` },
  }),
  Table,
  TableRow,
  // A cell of Markdown holds lines of text only.
  TableHeader.extend({ content: 'paragraph+' }),
  TableCell.extend({ content: 'paragraph+' }),
]

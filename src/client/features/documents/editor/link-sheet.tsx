import { Button, TextInput } from '@mantine/core'
import type { Editor } from '@tiptap/core'
import { type KeyboardEvent, useState } from 'react'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import { Sheet } from '#client/ui/overlays/sheet.tsx'
import { safeLink } from '#shared/markdown/markdown-links.ts'

/** An address as it is stored: one without a protocol gets one. */
function addressOf(typed: string): string | undefined {
  const text = typed.trim()
  if (/^[^\s@/:]+@[^\s@/]+\.[^\s@/]+$/.test(text)) return `mailto:${text}`
  const address = /^[a-z][\w+.-]*:/i.test(text) ? text : `https://${text}`
  return /\s/.test(address) || !safeLink(address) ? undefined : address
}

/** Sets, changes or removes the link at the selection. */
export function LinkSheet({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const before = String(editor.getAttributes('link').href ?? '')
  const [typed, setTyped] = useState(before)
  const [error, setError] = useState<string>()

  const close = () => {
    onClose()
    editor.commands.focus()
  }
  const handleApply = () => {
    const href = addressOf(typed)
    if (!href) {
      setError(typed.trim() === '' ? 'Informe o endereço' : 'Informe um endereço como https://exemplo.com')
      return
    }
    const { empty } = editor.state.selection
    const link = { type: 'link', attrs: { href } }
    if (empty && !before) editor.commands.insertContent({ type: 'text', text: typed.trim(), marks: [link] })
    else editor.chain().extendMarkRange('link').setLink({ href }).run()
    close()
  }
  // The sheet is inside the document's form, which Enter would submit.
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    handleApply()
  }
  const handleRemove = () => {
    editor.chain().extendMarkRange('link').unsetLink().run()
    close()
  }
  return (
    <Sheet title={before ? 'Mudar link' : 'Novo link'} onDismiss={close}>
      <Stack gap={20}>
        <TextInput
          label="Endereço"
          size="md"
          inputMode="url"
          autoComplete="off"
          placeholder="https://"
          value={typed}
          error={error}
          onKeyDown={handleKeyDown}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value)
            setError(undefined)
          }}
        />
        <Row gap={12}>
          <Button onClick={handleApply}>{before ? 'Mudar link' : 'Pôr link'}</Button>
          {before && (
            <Button variant="default" onClick={handleRemove}>
              Tirar link
            </Button>
          )}
        </Row>
      </Stack>
    </Sheet>
  )
}

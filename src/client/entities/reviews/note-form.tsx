import { Button, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { onEscape } from '#client/lib/browser/on-escape.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import { FormAlert } from '#client/ui/feedback/form-alert.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import text from '#client/ui/text/text.module.css'
import type { Attachment } from '#shared/contract/attachments.ts'
import type { ReviewNoteKind } from '#shared/contract/reviews.ts'
import { REVIEW_LIMITS } from '#shared/revisor/limits.ts'
import { ProofFileField } from './proof-file-field.tsx'
import { useProofUpload } from './proof-files.ts'
import { type ProofSource, ProofSourceField } from './proof-source-field.tsx'
import type { NewNote } from './use-review.ts'

const TEXTS = {
  proved: {
    label: 'Qual é a prova?',
    hint: 'De onde vem o número, o link, o nome do arquivo: o que você mostraria a quem perguntar.',
    save: 'Guardar a prova',
  },
  ignored: {
    label: 'Por que ignorar?',
    hint: 'Uma frase basta. Ela fica com o achado.',
    save: 'Ignorar este achado',
  },
} as const

type Props = {
  kind: ReviewNoteKind
  /** A file may prove it: the remark is stored with a document. */
  takesFile: boolean
  onSave: (note: Omit<NewNote, 'kind'>) => Promise<void>
  onCancel: () => void
}

/** The evidence of a finding, or the reason why it is ignored. */
export function NoteForm({ kind, takesFile, onSave, onCancel }: Props) {
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string>()
  const [source, setSource] = useState<ProofSource>()
  const [file, setFile] = useState<File>()
  const withFile = useProofUpload()
  const saving = useMutation({
    mutationFn: (said: string) => {
      const save = (sent?: Attachment) => onSave({ reason: said, source, file: sent })
      return file ? withFile(file, save) : save()
    },
  })
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.focus(), [])
  const { label, hint, save } = TEXTS[kind]
  const instead = takesFile ? 'um arquivo ou uma fonte' : 'uma fonte'
  const handleSave = () => {
    if (reason.trim() === '' && !source && !file) {
      setError('Escreva o motivo')
      field.current?.focus()
    } else saving.mutate(reason.trim())
  }
  return (
    <Stack gap={12} onKeyDown={onEscape(onCancel)}>
      <Textarea
        ref={field}
        label={label}
        description={kind === 'proved' ? `${hint} Com ${instead} do Acervo, pode ficar em branco.` : hint}
        size="md"
        autosize
        minRows={2}
        maxRows={8}
        maxLength={REVIEW_LIMITS.reasonLength}
        value={reason}
        error={error}
        onChange={({ currentTarget }) => {
          setReason(currentTarget.value)
          setError(undefined)
        }}
      />
      {kind === 'proved' && takesFile && (
        <ProofFileField
          value={file}
          onChange={(chosen) => {
            setFile(chosen)
            setError(undefined)
          }}
        />
      )}
      {kind === 'proved' && <ProofSourceField value={source} onChange={setSource} />}
      {kind === 'proved' && !takesFile && (
        <p className={text.small}>Para juntar um arquivo, antes salve o texto como documento.</p>
      )}
      <FormAlert>{saving.error ? errorText(saving.error) : undefined}</FormAlert>
      <Row gap={8}>
        <Button size="sm" loading={saving.isPending} onClick={handleSave}>
          {save}
        </Button>
        <Button size="sm" variant="default" onClick={onCancel}>
          Cancelar
        </Button>
      </Row>
    </Stack>
  )
}

import { Button, Textarea } from '@mantine/core'
import { IconBooks, IconClipboardText, IconFileText, IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { v7 as newId } from 'uuid'
import { invalidateVoice, voiceCalls, voiceQueries } from '#client/entities/business/brand-voice.api.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import iconButton from '#client/ui/buttons/icon-button.module.css'
import { deleteWithUndo } from '#client/ui/feedback/delete-with-undo.ts'
import { FormAlert } from '#client/ui/feedback/form-alert.tsx'
import { FieldGroup } from '#client/ui/forms/form-page.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import text from '#client/ui/text/text.module.css'
import { type VoiceSample, VoiceSampleForm } from '#shared/contract/brand-voice.ts'
import { VOICE_LIMITS } from '#shared/limits-voice.ts'
import classes from './voice.module.css'

const DocumentSheet = lazy(() => import('./document-sheet.tsx'))
const SourceSheet = lazy(() => import('./source-sheet.tsx'))

const { samplesMin, samplesMax, sampleLength } = VOICE_LIMITS
const figure = new Intl.NumberFormat('pt-BR')

/** The texts that the voice is measured from. They are stored at once, apart from the form around them. */
export function VoiceSamples({ brandId }: { brandId: string }) {
  const samples = useQuery(voiceQueries.samples(brandId))
  const [adding, setAdding] = useState<'text' | 'document' | 'source' | null>(null)
  const items = samples.data ?? []
  const isFull = items.length >= samplesMax
  const close = () => setAdding(null)
  return (
    <FieldGroup
      title="Amostras"
      lead={`De ${samplesMin} a ${samplesMax} textos que soam como a marca: e-mails, legendas, uma página. Ficam guardados na hora.`}
    >
      {samples.isError && <FormAlert>{errorText(samples.error)}</FormAlert>}
      {items.length > 0 && (
        <Stack as="ul" gap={12} aria-label="Amostras">
          {items.map((sample) => (
            <SampleRow key={sample.id} brandId={brandId} sample={sample} />
          ))}
        </Stack>
      )}
      {adding === 'text' ? (
        <PastedSample brandId={brandId} onClose={close} />
      ) : isFull ? (
        <p className={text.hint}>São {samplesMax} amostras, o máximo. Exclua uma para trocar.</p>
      ) : (
        <Row gap={12}>
          <Button
            variant="default"
            leftSection={<IconClipboardText size={20} stroke={1.75} aria-hidden />}
            onClick={() => setAdding('text')}
          >
            Colar um texto
          </Button>
          <Button
            variant="default"
            leftSection={<IconFileText size={20} stroke={1.75} aria-hidden />}
            onClick={() => setAdding('document')}
          >
            Usar um documento
          </Button>
          <Button
            variant="default"
            leftSection={<IconBooks size={20} stroke={1.75} aria-hidden />}
            onClick={() => setAdding('source')}
          >
            Usar uma fonte do Acervo
          </Button>
        </Row>
      )}
      <Suspense>
        {adding === 'document' && <DocumentSheet brandId={brandId} onClose={close} />}
        {adding === 'source' && <SourceSheet brandId={brandId} onClose={close} />}
      </Suspense>
    </FieldGroup>
  )
}

function SampleRow({ brandId, sample }: { brandId: string; sample: VoiceSample }) {
  const client = useQueryClient()
  const { id, content, title, documentId, sourceId } = sample
  const changed = () => invalidateVoice(client, brandId)
  const handleDelete = () =>
    void deleteWithUndo({
      remove: async () => {
        await voiceCalls.removeSample(brandId, id)
        await changed()
      },
      restore: async () => {
        const origin = documentId ? { documentId } : sourceId ? { sourceId } : { text: content }
        await voiceCalls.addSample(brandId, { id, ...origin })
        await changed()
      },
      deleted: 'Amostra excluída.',
      restored: 'Amostra de volta.',
    })
  const name = title ?? `Texto de ${figure.format(content.length)} caracteres`
  return (
    <li className={classes.sample}>
      <details>
        <summary>
          <strong>{name}</strong>
          <span className={`${text.clamp} ${text.soft}`}>{content.slice(0, EXCERPT)}</span>
        </summary>
        <p className={classes.whole}>{content}</p>
      </details>
      <button
        type="button"
        className={iconButton.fill}
        aria-label={`Excluir a amostra ${name}`}
        title="Excluir"
        onClick={handleDelete}
      >
        <IconTrash size={20} stroke={1.75} aria-hidden />
      </button>
    </li>
  )
}

const EXCERPT = 240

function PastedSample({ brandId, onClose }: { brandId: string; onClose: () => void }) {
  const client = useQueryClient()
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  // The same until it is stored: a press after a lost answer makes no second one.
  const [id, setId] = useState(() => newId())
  const adding = useMutation({
    mutationFn: (sample: string) => voiceCalls.addSample(brandId, { id, text: sample }),
    onSuccess: async () => {
      await invalidateVoice(client, brandId)
      onClose()
    },
  })
  const handleAdd = () => {
    const parsed = VoiceSampleForm.safeParse({ text: typed })
    setError(parsed.error?.issues[0]?.message)
    if (parsed.data) adding.mutate(parsed.data.text)
  }
  return (
    <Stack gap={12}>
      <Textarea
        label="Texto da amostra"
        description={`Até ${figure.format(sampleLength)} caracteres, do jeito que foi publicado.`}
        size="lg"
        rows={8}
        autoFocus
        value={typed}
        readOnly={adding.isPending}
        error={error ?? (adding.error && errorText(adding.error))}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setError(undefined)
          // Another text is another row.
          if (adding.isError) setId(newId())
          adding.reset()
        }}
      />
      <Row gap={12}>
        <Button loading={adding.isPending} onClick={handleAdd}>
          Guardar amostra
        </Button>
        <Button variant="default" onClick={onClose}>
          Cancelar
        </Button>
      </Row>
    </Stack>
  )
}

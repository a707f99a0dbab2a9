import { NativeSelect } from '@mantine/core'
import { IconSelector } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { tutorialsQuery } from '#client/entities/tutorials/tutorials.api.ts'
import { useContractForm } from '#client/lib/forms/use-contract-form.ts'
import { LoadError } from '#client/ui/feedback/load-error.tsx'
import { Sheet } from '#client/ui/overlays/sheet.tsx'
import text from '#client/ui/text/text.module.css'
import { type Source, SourceTutorialForm } from '#shared/contract/sources.ts'
import type { Tutorial } from '#shared/contract/tutorials.ts'
import { collectionsChanged, sourceCalls } from './collections.api.ts'
import { NameSheet } from './name-sheets.tsx'

type Props = { source: Source; onClose: () => void }

const TITLE = 'Ligar a um tutorial'

/** Chooses the tutorial whose video has the subtitles. */
export function TutorialSheet({ source, onClose }: Props) {
  const tutorials = useQuery(tutorialsQuery)
  if (tutorials.data) return <LinkForm tutorials={tutorials.data} source={source} onClose={onClose} />
  return (
    <Sheet title={TITLE} onDismiss={onClose}>
      {tutorials.isError ? (
        <LoadError query={tutorials} title="Os tutoriais não carregaram" />
      ) : (
        <p role="status">Carregando os tutoriais…</p>
      )}
    </Sheet>
  )
}

function LinkForm({ tutorials, source, onClose }: Props & { tutorials: readonly Tutorial[] }) {
  const client = useQueryClient()
  const state = useContractForm({
    schema: SourceTutorialForm,
    initialValues: {
      // A deleted tutorial is no choice.
      tutorialId: tutorials.some(({ id }) => id === source.tutorialId) ? source.tutorialId : null,
    },
    inputSize: 'md',
    submit: async ({ tutorialId }) => {
      await sourceCalls.link(source.id, tutorialId)
      await collectionsChanged(client)
      onClose()
    },
  })
  const { form } = state
  return (
    <NameSheet title={TITLE} submitLabel="Salvar" state={state} onClose={onClose}>
      <NativeSelect
        label="Tutorial com estas legendas"
        description="Uma citação desta fonte abre o vídeo no minuto certo."
        data-autofocus
        {...form.getInputProps('tutorialId')}
        rightSection={<IconSelector size={18} stroke={1.75} aria-hidden />}
        rightSectionPointerEvents="none"
        data={[
          { value: '', label: 'Nenhum' },
          ...tutorials.map(({ id, title }) => ({ value: id, label: title })),
        ]}
        value={form.values.tutorialId ?? ''}
        onChange={({ currentTarget }) => form.setFieldValue('tutorialId', currentTarget.value || null)}
      />
    </NameSheet>
  )
}

/** The tutorial that subtitles of the house are linked to; nothing for other sources. */
export function TutorialLine({ tutorialId }: { tutorialId: string | null }) {
  const { data } = useQuery({ ...tutorialsQuery, enabled: tutorialId !== null })
  if (!data || tutorialId === null) return null
  const tutorial = data.find(({ id }) => id === tutorialId)
  return (
    <p className={text.hint}>
      {tutorial ? `Tutorial: ${tutorial.title}` : 'O tutorial destas legendas foi excluído.'}
    </p>
  )
}

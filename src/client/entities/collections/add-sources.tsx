import { Button, TextInput } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useRef } from 'react'
import { useContractForm } from '#client/lib/forms/use-contract-form.ts'
import { formatTimeOfDay } from '#client/lib/text/format.ts'
import { FormAlert } from '#client/ui/feedback/form-alert.tsx'
import { ProgressBar } from '#client/ui/feedback/progress-bar.tsx'
import { Row } from '#client/ui/layout/stack.tsx'
import { DropOverlay, useFileDrop } from '#client/ui/overlays/drop-overlay.tsx'
import text from '#client/ui/text/text.module.css'
import { PageSourceForm } from '#shared/contract/sources.ts'
import { useCollectionOwner } from './collection-owner.ts'
import { collectionQueries, collectionsChanged, sourceCalls } from './collections.api.ts'
import classes from './collections.module.css'
import { acceptedText, acceptOf, audioText } from './source-words.ts'
import {
  cancelUpload,
  canRetry,
  isWaiting,
  retryUploads,
  sendFiles,
  type Upload,
  useUploads,
} from './uploads.ts'

type Props = { collectionId: string; children?: ReactNode }

/** Files by drop or choice, pages by address, and further ways as `children`. */
export function AddSources({ collectionId, children }: Props) {
  const owner = useCollectionOwner()
  const client = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const audio = useQuery(collectionQueries.list(owner)).data?.audio ?? null
  const kinds = acceptedText(audio !== null)
  const handleFiles = useCallback(
    (files: File[]) => sendFiles(client, { owner, collectionId }, files),
    [client, owner, collectionId],
  )
  const isOver = useFileDrop(handleFiles)
  return (
    <section aria-label="Juntar fontes" className={classes.add}>
      <div className={classes.drop}>
        <IconUpload size={28} stroke={1.5} aria-hidden />
        <p>
          Arraste arquivos para cá
          <span className={text.hint}>{kinds}</span>
          {audio && <span className={text.hint}>{audioText(audio)}</span>}
        </p>
        <Button variant="default" onClick={() => input.current?.click()}>
          Escolher arquivos
        </Button>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          accept={acceptOf(audio !== null)}
          aria-label="Arquivos para o acervo"
          onChange={({ currentTarget }) => {
            handleFiles([...(currentTarget.files ?? [])])
            // The same file may be chosen again.
            currentTarget.value = ''
          }}
        />
      </div>
      <PageForm collectionId={collectionId} />
      {children}
      <Uploads collectionId={collectionId} />
      {isOver && <DropOverlay>{kinds}</DropOverlay>}
    </section>
  )
}

function PageForm({ collectionId }: { collectionId: string }) {
  const owner = useCollectionOwner()
  const client = useQueryClient()
  const { form, isSubmitting, failure, handleSubmit } = useContractForm({
    schema: PageSourceForm,
    initialValues: { address: '' },
    inputSize: 'md',
    submit: async ({ address }) => {
      await sourceCalls.addPage({ owner, collectionId }, address)
      form.reset()
      await collectionsChanged(client)
    },
  })
  return (
    <form onSubmit={handleSubmit} noValidate className={classes.pageForm}>
      <TextInput
        label="Ou uma página pública"
        placeholder="https://"
        inputMode="url"
        autoComplete="off"
        {...form.getInputProps('address')}
      />
      <Button type="submit" variant="default" loading={isSubmitting}>
        Juntar página
      </Button>
      <FormAlert>{failure}</FormAlert>
    </form>
  )
}

function Uploads({ collectionId }: { collectionId: string }) {
  const client = useQueryClient()
  const owner = useCollectionOwner()
  const state = useUploads()
  const uploads = state.uploads.filter((upload) => upload.collectionId === collectionId)
  const pauseText = pauseTextOf(state.isOutOfReach, state.resumesAt[owner])
  const refused = uploads.filter((upload) => canRetry(client, upload))
  return (
    <>
      <p role="status" className={`${text.soft} ${classes.paused}`}>
        {uploads.some(isWaiting) && pauseText}
      </p>
      {refused.length > 1 && (
        <Row>
          <Button variant="default" onClick={() => retryUploads(client, refused)}>
            Tentar todos de novo
          </Button>
        </Row>
      )}
      {uploads.length > 0 && (
        <ul className={classes.uploads} aria-label="Arquivos sendo enviados">
          {uploads.map((upload) => (
            <UploadRow key={upload.key} upload={upload} />
          ))}
        </ul>
      )}
    </>
  )
}

/** Why files wait, and until when. */
function pauseTextOf(isOutOfReach: boolean, resumesAt: number | null): string {
  if (isOutOfReach) {
    return 'O servidor não está respondendo. O envio continua sozinho quando ele voltar. Deixe esta página aberta.'
  }
  if (resumesAt === null) return ''
  return `Você enviou muitos arquivos em pouco tempo. O envio continua sozinho às ${formatTimeOfDay(resumesAt)}. Deixe esta página aberta.`
}

function UploadRow({ upload }: { upload: Upload }) {
  const client = useQueryClient()
  const { file, part, error, replaces } = upload
  return (
    <li className={classes.upload}>
      <div className={classes.sourceWords}>
        <p className={classes.name}>{file.name}</p>
        {replaces && <p className={text.hint}>Nova versão de “{replaces.name}”</p>}
        {error === undefined ? (
          <>
            <p className={text.hint}>{part > 0 ? 'Enviando…' : 'Espera a vez de ser enviado'}</p>
            <ProgressBar label={`Envio de ${file.name}`} done={part} all={1} />
          </>
        ) : (
          <p role="alert" className={classes.failure}>
            {error}
          </p>
        )}
      </div>
      <div className={classes.retry}>
        {canRetry(client, upload) && (
          <Button
            variant="default"
            size="sm"
            aria-label={`Tentar de novo: ${file.name}`}
            onClick={() => retryUploads(client, [upload])}
          >
            Tentar de novo
          </Button>
        )}
        <Button
          variant="subtle"
          size="sm"
          aria-label={`Tirar ${file.name} da lista`}
          onClick={() => cancelUpload(upload)}
        >
          Tirar
        </Button>
      </div>
    </li>
  )
}

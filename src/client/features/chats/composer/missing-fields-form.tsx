import { Button, Textarea } from '@mantine/core'
import { IconPencilStar, IconX } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import * as mini from 'zod/mini'
import { invalidateBusiness } from '#client/entities/business/asset-resource.ts'
import { assetQueries } from '#client/entities/business/assets.api.ts'
import type { ContextItem } from '#client/entities/business/context-items.ts'
import { FIELD_LABELS, FIELD_LABELS_IN_SENTENCE } from '#client/entities/business/missing-field-labels.ts'
import { findMissingFields, type IncompleteAsset } from '#client/entities/business/missing-fields.ts'
import { isTouch } from '#client/lib/browser/is-touch.ts'
import { composerField } from '#client/lib/browser/restore-focus.ts'
import { readStorage, writeStorage } from '#client/lib/browser/safe-storage.ts'
import { formDraftKey } from '#client/lib/forms/form-draft.ts'
import { useDraftedForm } from '#client/lib/forms/use-drafted-form.ts'
import { request } from '#client/lib/http/http-client.ts'
import iconButton from '#client/ui/buttons/icon-button.module.css'
import { FormAlert } from '#client/ui/feedback/form-alert.tsx'
import { showToast } from '#client/ui/feedback/toast.ts'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import textClasses from '#client/ui/text/text.module.css'
import { BrandForm } from '#shared/contract/brands.ts'
import { ProductForm } from '#shared/contract/products.ts'
import type { RequiredField } from '#shared/contract/required-context.ts'
import classes from './missing-fields-form.module.css'

type Props = {
  userId: string
  draftKey: string
  agentName: string
  required: readonly RequiredField[]
  chosen: readonly ContextItem[]
}

const hiddenKey = (draftKey: string) => `${draftKey}:not-now`
const storage = () => localStorage

/** Asks for the required fields that the chat's context lacks; it never blocks sending. */
export function MissingFieldsForm({ userId, draftKey, agentName, required, chosen }: Props) {
  const [isHidden, setHidden] = useState(() => readStorage(storage, hiddenKey(draftKey)) !== '')
  // A new chat keeps the choice under its own key.
  useEffect(() => {
    if (isHidden) writeStorage(storage, hiddenKey(draftKey), '1')
  }, [isHidden, draftKey])
  const { data } = useQuery({ ...assetQueries.details(chosen), enabled: !isHidden })
  const missing = data && findMissingFields(required, data)[0]
  if (isHidden || !missing) return null
  return (
    <MissingForm
      key={`${missing.kind}:${missing.id}`}
      userId={userId}
      agentName={agentName}
      missing={missing}
      onHide={() => setHidden(true)}
    />
  )
}

type FormProps = { userId: string; agentName: string; missing: IncompleteAsset; onHide: () => void }

function MissingForm({ userId, agentName, missing, onHide }: FormProps) {
  // One line until it is opened, so that it never moves the text that is being read or written.
  const [isOpen, setOpen] = useState(false)
  const { name, fields } = missing
  return (
    <Stack as="section" gap={12} className={classes.card} aria-label={`Para ${agentName} escrever melhor`}>
      <Row gap={12} wrap={false} className={classes.head}>
        <IconPencilStar size={20} stroke={1.75} aria-hidden />
        <p className={isOpen ? undefined : textClasses.oneLine}>
          <strong>Para {agentName} escrever melhor:</strong> conte {listOf(missing)} de <em>{name}</em>.
        </p>
        {!isOpen && (
          <Button variant="light" size="compact-md" className={classes.open} onClick={() => setOpen(true)}>
            Completar
          </Button>
        )}
        <button
          type="button"
          className={iconButton.fill}
          aria-label="Agora não"
          title="Agora não"
          onClick={onHide}
        >
          <IconX size={18} stroke={1.75} aria-hidden />
        </button>
      </Row>
      {isOpen && <Fields key={fields.join()} userId={userId} missing={missing} />}
    </Stack>
  )
}

const listFormat = new Intl.ListFormat('pt-BR')
const listOf = ({ fields }: IncompleteAsset) =>
  listFormat.format(fields.map((field) => FIELD_LABELS_IN_SENTENCE[field]))

type Texts = Record<string, string>

/** These fields of the contract's form; empty ones are not saved. */
function schemaOf({ kind, fields }: IncompleteAsset): mini.ZodMiniType<Texts> {
  const shape: Record<string, mini.ZodMiniType> = kind === 'product' ? ProductForm.shape : BrandForm.shape
  const picked = Object.entries(shape).filter(([name]) => fields.some((field) => field === name))
  // Safe: every field that may be missing is an optional text.
  return mini.object(Object.fromEntries(picked)) as unknown as mini.ZodMiniType<Texts>
}

function Fields({ userId, missing }: Pick<FormProps, 'userId' | 'missing'>) {
  const { kind, id, name, fields } = missing
  const client = useQueryClient()
  const [schema] = useState(() => schemaOf(missing))
  const { form, isSubmitting, failure, handleSubmit } = useDraftedForm<Texts, Texts, boolean>({
    schema,
    initialValues: Object.fromEntries(fields.map((field) => [field, ''])),
    place: formDraftKey(userId, `missing:${kind}:${id}`),
    save: async (parsed) => {
      const filled = Object.entries(parsed).filter(([, text]) => text !== '')
      if (filled.length === 0) return false
      await request('PATCH', `/${kind}s/${id}`, { body: Object.fromEntries(filled) })
      return true
    },
    onSaved: (isChanged) => {
      if (!isChanged) return form.setFieldError(fields[0] ?? '', 'Escreva aqui, ou feche com o ×')
      showToast(`Salvo em ${name}. A próxima resposta já sabe disso.`, 'success')
      void invalidateBusiness(client)
      // The form disappears, and writing goes on.
      if (!isTouch()) composerField()?.focus({ preventScroll: true })
    },
  })
  return (
    <Row as="form" gap={12} align="end" noValidate onSubmit={handleSubmit}>
      {fields.map((field) => (
        <Textarea
          key={field}
          label={FIELD_LABELS[field]}
          name={field}
          rows={1}
          classNames={{ root: classes.field ?? '', input: classes.input ?? '' }}
          {...form.getInputProps(field)}
        />
      ))}
      <FormAlert>{failure}</FormAlert>
      <Button type="submit" loading={isSubmitting} className={classes.push}>
        Salvar
      </Button>
    </Row>
  )
}

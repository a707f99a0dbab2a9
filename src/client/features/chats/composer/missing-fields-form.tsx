import { Button, Textarea } from '@mantine/core'
import { IconPencilStar } from '@tabler/icons-react'
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
import { FormAlert } from '#client/ui/feedback/form-alert.tsx'
import { showToast } from '#client/ui/feedback/toast.ts'
import { BrandForm } from '#shared/contract/brands.ts'
import { ProductForm } from '#shared/contract/products.ts'
import type { RequiredField } from '#shared/contract/required-context.ts'
import classes from './missing-fields-form.module.css'

type Props = {
  userId: string
  /** Where the chat's draft is kept: what is put off is put off for that chat. */
  draftKey: string
  /** The agent, as one calls it. */
  agentName: string
  required: readonly RequiredField[]
  chosen: readonly ContextItem[]
}

const hiddenKey = (draftKey: string) => `${draftKey}:not-now`
const storage = () => localStorage

/** Asks for what the agent needs to know of what the chat stands on, and nobody has written yet. Holds nothing up. */
export function MissingFieldsForm({ userId, draftKey, agentName, required, chosen }: Props) {
  const [isHidden, setHidden] = useState(() => readStorage(storage, hiddenKey(draftKey)) !== '')
  // A new chat takes it along to its own address.
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
  // Above a phone's keyboard there is no room for fields that nobody asked for.
  const [isOpen, setOpen] = useState(() => !isTouch())
  const { name, fields } = missing
  return (
    <section className={classes.card} aria-label={`Para ${agentName} escrever melhor`}>
      <div className={classes.head}>
        <IconPencilStar size={20} stroke={1.75} aria-hidden />
        <p>
          <strong>Para {agentName} escrever melhor:</strong> conte {listOf(missing)} de <em>{name}</em>.
        </p>
        <div className={classes.choices}>
          {!isOpen && (
            <Button variant="light" size="compact-md" onClick={() => setOpen(true)}>
              Completar
            </Button>
          )}
          <Button variant="subtle" size="compact-md" className={classes.later} onClick={onHide}>
            Agora não
          </Button>
        </div>
      </div>
      {isOpen && <Fields key={fields.join()} userId={userId} missing={missing} />}
    </section>
  )
}

const listFormat = new Intl.ListFormat('pt-BR')
const listOf = ({ fields }: IncompleteAsset) =>
  listFormat.format(fields.map((field) => FIELD_LABELS_IN_SENTENCE[field]))

type Texts = Record<string, string>

/** Just these fields of the contract's form; what is left empty stays as it is. */
function schemaOf({ kind, fields }: IncompleteAsset): mini.ZodMiniType<Texts> {
  const shape: Record<string, mini.ZodMiniType> = kind === 'product' ? ProductForm.shape : BrandForm.shape
  const picked = Object.entries(shape).filter(([name]) => fields.some((field) => field === name))
  // All that may be missing are texts that may be empty.
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
      const told = Object.entries(parsed).filter(([, text]) => text !== '')
      if (told.length === 0) return false
      await request('PATCH', `/${kind}s/${id}`, { body: Object.fromEntries(told) })
      return true
    },
    onSaved: (isChanged) => {
      if (!isChanged) return form.setFieldError(fields[0] ?? '', 'Escreva aqui, ou escolha “Agora não”')
      showToast(`Salvo em ${name}. A próxima resposta já sabe disso.`, 'success')
      void invalidateBusiness(client)
      // The form leaves, and writing goes on.
      if (!isTouch()) composerField()?.focus({ preventScroll: true })
    },
  })
  return (
    <form noValidate className={classes.form} onSubmit={handleSubmit}>
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
      <Button type="submit" loading={isSubmitting} className={classes.save}>
        Salvar
      </Button>
    </form>
  )
}

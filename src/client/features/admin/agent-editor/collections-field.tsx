import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { collectionQueries } from '#client/entities/collections/collections.api.ts'
import { figuresOf } from '#client/entities/collections/house-figures.ts'
import { figuresText } from '#client/entities/collections/source-words.ts'
import { CheckChips } from '#client/ui/forms/check-chips.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import text from '#client/ui/text/text.module.css'
import type { HouseCollection } from '#shared/contract/collections.ts'
import { COLLECTION_LIMITS } from '#shared/limits-collections.ts'
import { toggled } from './agent-values.ts'
import { type AgentFields, fieldErrorText } from './field-props.ts'
import { FormSection } from './form-section.tsx'

/** The house collections that an agent reads. */
export function CollectionsField({ form }: AgentFields) {
  const list = useQuery(collectionQueries.list('house'))
  return (
    <FormSection
      title="Acervo da casa"
      lead={`O material que ele lê para responder, até ${COLLECTION_LIMITS.collectionsPerAgent} coleções.`}
      action={<Link to="/app/admin/acervo">Cuidar do acervo</Link>}
    >
      {list.isPending && <p role="status">Carregando as coleções…</p>}
      {list.isError && !list.data && (
        <Row gap={16} role="status">
          <p>As coleções não carregaram.</p>
          <Button variant="default" onClick={() => void list.refetch()}>
            Tentar de novo
          </Button>
        </Row>
      )}
      {list.data?.items.length === 0 && (
        <p className={text.hint}>A casa ainda não tem coleções: crie a primeira no acervo.</p>
      )}
      {list.data && list.data.items.length > 0 && <Choice form={form} items={list.data.items} />}
    </FormSection>
  )
}

function Choice({ form, items }: AgentFields & { items: readonly HouseCollection[] }) {
  const { collectionIds } = form.values
  // One that was deleted meanwhile leaves the choice with the next change.
  const read = items.filter(({ id }) => collectionIds.includes(id))
  const known = read.map(({ id }) => id).toSorted()
  return (
    <Stack gap={8}>
      <CheckChips
        label="Coleções que ele lê"
        path="collectionIds"
        options={items.map(({ id, name }) => ({ value: id, label: name }))}
        value={known}
        onToggle={(id) => form.setFieldValue('collectionIds', toggled(known, id))}
        error={errorIn(form.errors)}
      />
      <p role="status" className={text.hint}>
        {read.length === 0 ? 'Ele responde sem o acervo da casa.' : figuresText(figuresOf(read))}
      </p>
    </Stack>
  )
}

function errorIn(errors: Record<string, unknown>): string | undefined {
  const found = Object.entries(errors).find(([path]) => path.split('.')[0] === 'collectionIds')
  return fieldErrorText(found?.[1])
}

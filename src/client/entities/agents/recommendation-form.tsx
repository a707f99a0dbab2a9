import { Button, Textarea } from '@mantine/core'
import { type FormEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import type { ContextItem } from '#client/entities/business/context-items.ts'
import { RecentAssets } from '#client/entities/business/recent-assets.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import { Sheet } from '#client/ui/overlays/sheet.tsx'
import text from '#client/ui/text/text.module.css'
import { fillRecommendation, isKnownVariable, parseRecommendation, variablesOf } from './recommendation.ts'
import classes from './recommendation-form.module.css'
import { useRecommendationValues } from './use-recommendation-values.ts'

type Props = {
  content: string
  chosen: readonly ContextItem[]
  onChoose: (items: readonly ContextItem[]) => void
  onSend: (text: string) => void
  onClose: () => void
}

/** Sends a recommendation once all its variables have values; asks for those that the context does not have. */
export function RecommendationForm({ content, chosen, onChoose, onSend, onClose }: Props) {
  const parts = useMemo(() => parseRecommendation(content), [content])
  const variables = useMemo(() => variablesOf(parts), [parts])
  const { values: known, isPending } = useRecommendationValues(chosen)
  const [isAsking, setAsking] = useState(false)
  const isWhole = variables.every(({ key }) => known[key] !== undefined)
  const wasSent = useRef(false)
  useEffect(() => {
    if (isPending || isAsking || wasSent.current) return
    if (!isWhole) return setAsking(true)
    wasSent.current = true
    onSend(fillRecommendation(parts, known))
  }, [isPending, isAsking, isWhole, parts, known, onSend])
  if (!isAsking) return null
  return (
    <Sheet title="Antes de começar" onDismiss={onClose}>
      <p className={text.soft}>
        {variables.some(({ key }) => isKnownVariable(key))
          ? 'Escolha sobre o que é, ou preencha com as suas palavras.'
          : 'Preencha com as suas palavras.'}
      </p>
      {variables.some(({ key }) => isKnownVariable(key)) && (
        <div className={classes.choice}>
          <RecentAssets label="Sobre o que é" chosen={chosen} onChange={onChoose} />
        </div>
      )}
      <Fields
        parts={parts}
        variables={variables}
        known={known}
        isPending={isPending}
        onSend={onSend}
        onClose={onClose}
      />
    </Sheet>
  )
}

type FieldsProps = Pick<Props, 'onSend' | 'onClose'> & {
  parts: ReturnType<typeof parseRecommendation>
  variables: ReturnType<typeof variablesOf>
  known: Readonly<Record<string, string>>
  isPending: boolean
}

/** A typed value wins over one from the context. */
function Fields({ parts, variables, known, isPending, onSend, onClose }: FieldsProps) {
  const [typed, setTyped] = useState<Record<string, string>>({})
  const [isTold, setTold] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const previewId = useId()
  const values = { ...known, ...typed }
  const isMissing = (key: string) => !values[key]?.trim()
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!variables.some(({ key }) => isMissing(key))) return onSend(fillRecommendation(parts, values))
    setTold(true)
    const index = variables.findIndex(({ key }) => isMissing(key))
    form.current?.querySelectorAll('textarea')[index]?.focus()
  }
  return (
    <Stack as="form" ref={form} gap={16} noValidate onSubmit={handleSubmit}>
      {variables.map(({ name, key }) => (
        <Textarea
          key={key}
          label={name.charAt(0).toUpperCase() + name.slice(1)}
          rows={1}
          size="md"
          classNames={{ input: classes.input ?? '' }}
          value={values[key] ?? ''}
          error={isTold && isMissing(key) ? 'Preencha para continuar' : undefined}
          onChange={({ currentTarget }) => setTyped({ ...typed, [key]: currentTarget.value })}
        />
      ))}
      <div>
        <h3 id={previewId} className={classes.previewTitle}>
          A mensagem
        </h3>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard. */}
        <section aria-labelledby={previewId} tabIndex={0} className={classes.preview}>
          {fillRecommendation(parts, values)}
        </section>
      </div>
      <Row justify="end">
        <Button variant="default" onClick={onClose}>
          Cancelar
        </Button>
        <Button type="submit" loading={isPending}>
          Enviar
        </Button>
      </Row>
    </Stack>
  )
}

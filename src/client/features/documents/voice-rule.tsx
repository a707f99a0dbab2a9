import { Button, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { invalidateVoice, voiceRuleCalls } from '#client/entities/business/brand-voice.api.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import button from '#client/ui/buttons/text-button.module.css'
import { FormAlert } from '#client/ui/feedback/form-alert.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import text from '#client/ui/text/text.module.css'
import { type VoiceRule as Rule, voiceRuleText } from '#shared/contract/voice-edits.ts'
import { editText, ruleText } from '#shared/voice/describe-edit.ts'
import classes from './voice-rule.module.css'

/** The rule that the user's edits propose for the voice of the document's brand, if there is one. */
export default function VoiceRule({ documentId, version }: { documentId: string; version: number }) {
  const { data } = useQuery(voiceRuleCalls.rule(documentId, version))
  // Another rule waits for the next visit.
  const [asked, setAsked] = useState<Rule>()
  const rule = asked ?? data?.rule
  if (!rule) return null
  return <Proposal documentId={documentId} rule={rule} onAnswered={() => setAsked(rule)} />
}

type Props = { documentId: string; rule: Rule; onAnswered: () => void }

function Proposal({ documentId, rule, onAnswered }: Props) {
  const client = useQueryClient()
  const [typed, setTyped] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const line = ruleText(rule)
  const answering = useMutation({
    mutationFn: (kept: string | undefined) => voiceRuleCalls.answer(documentId, rule, kept),
    onSuccess: async () => {
      onAnswered()
      await invalidateVoice(client, rule.brandId)
      await client.invalidateQueries({ queryKey: voiceRuleCalls.root })
    },
  })
  const keep = () => {
    const parsed = voiceRuleText(rule.kind).safeParse(typed ?? line)
    setProblem(parsed.error?.issues[0]?.message)
    if (parsed.success) answering.mutate(parsed.data)
  }
  const told = useRef<HTMLParagraphElement>(null)
  const { isSuccess } = answering
  // The pressed button is gone.
  useEffect(() => {
    if (isSuccess) told.current?.focus()
  }, [isSuccess])
  if (isSuccess) {
    return (
      <p ref={told} tabIndex={-1} role="status" className={`${classes.root} no-print`}>
        {answering.variables === undefined
          ? 'Certo, não pergunto mais sobre isso nesta marca.'
          : `Guardado na voz de ${rule.brandName}.`}{' '}
        <VoiceLink brandId={rule.brandId} />
      </p>
    )
  }
  const { isPending } = answering
  return (
    <Stack as="section" gap={8} className={`${classes.root} no-print`} aria-label="Regra para a voz da marca">
      <p>
        Você {editText(rule)} {rule.seen} vezes em textos de <strong>{rule.brandName}</strong>. Guardar na voz
        da marca? {rule.kind === 'word' ? 'Palavra proibida' : 'Regra'}: “{line}”
      </p>
      <p className={text.small}>Nada é guardado sem você aceitar.</p>
      <FormAlert>{answering.error ? errorText(answering.error) : undefined}</FormAlert>
      {answering.error && <VoiceLink brandId={rule.brandId} />}
      {typed !== undefined && (
        <TextInput
          label={rule.kind === 'word' ? 'Palavra proibida' : 'Regra'}
          size="md"
          autoFocus
          value={typed}
          readOnly={isPending}
          error={problem}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value)
            setProblem(undefined)
          }}
        />
      )}
      <Row gap={8}>
        <Button
          size="sm"
          loading={isPending && answering.variables !== undefined}
          disabled={isPending}
          onClick={keep}
        >
          Guardar
        </Button>
        {typed === undefined && (
          <Button size="sm" variant="default" disabled={isPending} onClick={() => setTyped(line)}>
            Mudar antes
          </Button>
        )}
        <Button size="sm" variant="default" disabled={isPending} onClick={() => answering.mutate(undefined)}>
          Não perguntar mais
        </Button>
      </Row>
    </Stack>
  )
}

const VoiceLink = ({ brandId }: { brandId: string }) => (
  <Link to="/app/personalizacao/marcas/$assetId/voz" params={{ assetId: brandId }} className={button.inline}>
    Abrir a voz da marca
  </Link>
)

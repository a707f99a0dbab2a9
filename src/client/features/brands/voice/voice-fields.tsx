import { Button, Textarea } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconWand } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { voiceCalls } from '#client/entities/business/brand-voice.api.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import { Callout } from '#client/ui/feedback/callout.tsx'
import { FormAlert } from '#client/ui/feedback/form-alert.tsx'
import { FieldGroup } from '#client/ui/forms/form-page.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import text from '#client/ui/text/text.module.css'
import type { BrandVoice, VoiceProposal } from '#shared/contract/brand-voice.ts'
import { VOICE_LIMITS } from '#shared/limits-voice.ts'
import { describeVoice } from '#shared/voice/describe.ts'
import classes from './voice.module.css'
import { type VoiceValues, withWord, wordsOf } from './voice-values.ts'

const { samplesMin, moves, words } = VOICE_LIMITS

type Fields = { form: UseFormReturnType<VoiceValues>; voice: BrandVoice }

/** The measured features in plain words. */
export function Measured({ voice: { features, samples } }: Pick<Fields, 'voice'>) {
  const missing = samplesMin - samples
  return (
    <FieldGroup title="O que medimos" lead="Contado nas amostras, sem IA. Muda sozinho com elas.">
      {features ? (
        <ul className={classes.traits} aria-label="O que medimos">
          {describeVoice(features).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      ) : (
        <Callout>
          <p>
            <strong>
              {missing === 1 ? 'Falta 1 amostra' : `Faltam ${missing} amostras`} para medir a voz.
            </strong>{' '}
            Até lá, os agentes seguem só as palavras proibidas.
          </p>
        </Callout>
      )}
    </FieldGroup>
  )
}

export function Habits({ form, voice }: Fields) {
  const proposing = useMutation({
    mutationFn: () => voiceCalls.propose(voice.brandId),
    onSuccess: (proposal) => form.setValues(filledWith(proposal, form.getValues())),
  })
  const { data } = proposing
  return (
    <FieldGroup
      title="Jeitos de escrever"
      lead="Os hábitos que fazem o texto ser dela. Nada é usado antes de você salvar."
    >
      {voice.features && (
        <Row gap={12}>
          <Button
            variant="default"
            leftSection={<IconWand size={20} stroke={1.75} aria-hidden />}
            loading={proposing.isPending}
            onClick={() => proposing.mutate()}
          >
            Descrever por mim
          </Button>
          <p className={text.hint}>A IA lê as amostras e propõe as linhas. Conta como uma mensagem.</p>
        </Row>
      )}
      <FormAlert>{proposing.error ? errorText(proposing.error) : undefined}</FormAlert>
      {data && (
        <Callout>
          <p>{proposedText(data)}</p>
        </Callout>
      )}
      <Textarea
        label="Jeitos de escrever (opcional)"
        description={`Um por linha, até ${moves}.`}
        rows={8}
        {...form.getInputProps('moves')}
      />
    </FieldGroup>
  )
}

/** Proposed lines replace the typed ones; examples only where there are none. */
const filledWith = (proposal: VoiceProposal, before: VoiceValues): VoiceValues => ({
  ...before,
  moves: proposal.moves.length > 0 ? proposal.moves.join('\n') : before.moves,
  goodExample: before.goodExample || proposal.goodExample,
  badExample: before.badExample || proposal.badExample,
})

function proposedText({ moves: lines, isByRules }: VoiceProposal): string {
  if (lines.length === 0)
    return 'A IA não achou jeitos nestas amostras. Escreva os seus, ou troque as amostras.'
  if (isByRules)
    return 'Sem um modelo de IA, estas linhas repetem o que medimos. Mude o que quiser antes de salvar.'
  return 'Confira cada linha antes de salvar: mude, apague, escreva outras.'
}

export function Words({ form, voice }: Fields) {
  const chosen = wordsOf(form.getValues().favouriteWords)
  const measured = voice.features?.favourites ?? []
  return (
    <FieldGroup title="Palavras" lead={`Até ${words} de cada, separadas por vírgulas.`}>
      <Textarea
        label="Palavras proibidas (opcional)"
        description="As que ela nunca usa. Cada forma conta: “incrível” não inclui “incríveis”."
        rows={3}
        {...form.getInputProps('forbiddenWords')}
      />
      <Textarea
        label="Palavras favoritas (opcional)"
        description="As que são a cara dela."
        rows={3}
        {...form.getInputProps('favouriteWords')}
      />
      {measured.length > 0 && (
        <Stack>
          <p className={text.hint}>Repetidas nas amostras; escolha as que são favoritas:</p>
          <Row>
            {measured.map((word) => (
              <button
                key={word}
                type="button"
                className={classes.word}
                aria-pressed={chosen.includes(word)}
                onClick={() =>
                  form.setFieldValue('favouriteWords', toggled(form.getValues().favouriteWords, word))
                }
              >
                {word}
              </button>
            ))}
          </Row>
        </Stack>
      )}
    </FieldGroup>
  )
}

const toggled = (typed: string, word: string): string =>
  wordsOf(typed).includes(word)
    ? wordsOf(typed)
        .filter((other) => other !== word)
        .join(', ')
    : withWord(typed, word)

export function Examples({ form }: Pick<Fields, 'form'>) {
  const { goodExample, badExample } = form.getValues()
  return (
    <FieldGroup title="Duas frases" lead="A mesma ideia do jeito dela, e do jeito que ela nunca diria.">
      <Textarea label="Assim (opcional)" rows={2} {...form.getInputProps('goodExample')} />
      <Textarea label="Assim não (opcional)" rows={2} {...form.getInputProps('badExample')} />
      {(goodExample.trim() || badExample.trim()) && (
        <section className={classes.examples} aria-label="Como ficam lado a lado">
          {goodExample.trim() && (
            <div className={classes.example}>
              <h3>Assim</h3>
              <p>{goodExample}</p>
            </div>
          )}
          {badExample.trim() && (
            <div className={classes.example} data-bad>
              <h3>Assim não</h3>
              <p>{badExample}</p>
            </div>
          )}
        </section>
      )}
    </FieldGroup>
  )
}

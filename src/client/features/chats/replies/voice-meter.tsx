import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { voiceQueries } from '#client/entities/business/brand-voice.api.ts'
import { Stack } from '#client/ui/layout/stack.tsx'
import type { Message } from '#shared/contract/messages.ts'
import { compareWithVoice, type VoiceComparison } from '#shared/voice/compare.ts'
import { describeDifference } from '#shared/voice/describe.ts'
import { type ForbiddenUse, findForbidden } from '#shared/voice/forbidden-words.ts'
import classes from './voice-meter.module.css'

const WordRepair = lazy(() => import('./word-repair.tsx'))

type Props = { message: Message; text: string }

/** How a finished reply sounds beside the voices that it read, as they are now; measured in the browser. */
export default function VoiceMeter({ message, text }: Props) {
  return message.groundedOn.map(
    ({ kind, id, name }) =>
      kind === 'voice' &&
      id && <BrandMeter key={id} brandId={id} name={name} message={message} text={text} />,
  )
}

type BrandProps = Props & { brandId: string; name: string }

function BrandMeter({ brandId, name, message, text }: BrandProps) {
  const [isRepairing, setRepairing] = useState(false)
  const { data } = useQuery({ ...voiceQueries.voice(brandId), retry: false })
  const measured = useMemo(
    () =>
      data && {
        comparison: data.features ? compareWithVoice(text, data.features) : undefined,
        uses: findForbidden(text, data.forbiddenWords),
      },
    [data, text],
  )
  if (!measured) return null
  const { comparison, uses } = measured
  if (!comparison && uses.length === 0) return null
  return (
    <>
      <Stack as="section" gap={8} className={`${classes.root} no-print`} aria-label={`Voz de ${name}`}>
        {comparison && <Comparison comparison={comparison} name={name} />}
        {uses.length > 0 && (
          <ForbiddenUses uses={uses} text={text} name={name}>
            <Button size="sm" variant="default" onClick={() => setRepairing(true)}>
              Trocar palavras proibidas
            </Button>
          </ForbiddenUses>
        )}
      </Stack>
      {isRepairing && (
        <Suspense fallback={null}>
          <WordRepair
            message={message}
            text={text}
            words={data?.forbiddenWords ?? []}
            onClose={() => setRepairing(false)}
          />
        </Suspense>
      )}
    </>
  )
}

function Comparison({ comparison, name }: { comparison: VoiceComparison; name: string }) {
  const { compared, differences } = comparison
  const alike = compared - differences.length
  return (
    <details className={classes.traits}>
      <summary>
        Soa como <strong>{name}</strong> em {alike} de {compared} traços
      </summary>
      {differences.length > 0 && (
        <ul aria-label="O que soa diferente">
          {differences.map((difference) => (
            <li key={difference.trait}>{describeDifference(difference, name)}</li>
          ))}
        </ul>
      )}
      <p>
        Traços medidos: tamanho das frases e quanto ele varia, tratamento, perguntas, exclamações, emojis e
        formalidade.
      </p>
    </details>
  )
}

type UsesProps = { uses: readonly ForbiddenUse[]; text: string; name: string; children: ReactNode }

/** Each sentence with a forbidden word, once. */
function ForbiddenUses({ uses, text, name, children }: UsesProps) {
  const sentences = Map.groupBy(uses, ({ sentence }) => sentence.start)
  return (
    <div className={classes.forbidden}>
      <p>
        {uses.length === 1 ? 'Uma palavra' : `${uses.length} palavras`} que {name} não usa:
      </p>
      <ul>
        {[...sentences].map(([start, found]) => (
          <li key={start}>
            <Sentence uses={found} text={text} />
          </li>
        ))}
      </ul>
      {children}
    </div>
  )
}

function Sentence({ uses, text }: Pick<UsesProps, 'uses' | 'text'>) {
  const [first] = uses
  if (!first) return null
  const { sentence } = first
  const end = Math.max(sentence.end, ...uses.map((use) => use.end))
  let at = sentence.start
  const parts = uses.flatMap((use) => {
    // A shorter word inside of a longer one is marked with it.
    if (use.start < at) return []
    const before = text.slice(at, use.start)
    at = use.end
    return [before, <mark key={use.start}>{text.slice(use.start, use.end)}</mark>]
  })
  return (
    <>
      {parts}
      {text.slice(at, end)}
    </>
  )
}

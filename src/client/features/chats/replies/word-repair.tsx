import { Button } from '@mantine/core'
import { useEffect, useMemo, useState } from 'react'
import { useRewriteStream } from '#client/entities/rewrites/use-rewrite-stream.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import { CopyButton } from '#client/ui/buttons/copy-button.tsx'
import { FormAlert } from '#client/ui/feedback/form-alert.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import { Sheet } from '#client/ui/overlays/sheet.tsx'
import textClasses from '#client/ui/text/text.module.css'
import { TextDiff } from '#client/ui/text/text-diff.tsx'
import type { Message } from '#shared/contract/messages.ts'
import { REWRITE_LIMITS } from '#shared/limits-rewrites.ts'
import { linesOf, planRepair, repairedLine, withLines } from '#shared/voice/repair.ts'
import { useSaveReply } from './use-save-reply.ts'
import classes from './voice-meter.module.css'

type Props = {
  message: Message
  text: string
  /** The forbidden words of the brand. */
  words: string[]
  onClose: () => void
}

/** The sentences of a reply with forbidden words, written again at once; nothing is stored before it is taken. */
export default function WordRepair({ message, text, words, onClose }: Props) {
  const { state, after, problem, ask } = useRewriteStream()
  const [plan] = useState(() => planRepair(text, words, REWRITE_LIMITS.textLength))
  const before = useMemo(() => linesOf(text, plan.spans), [text, plan])
  const saving = useSaveReply({ message, onSaved: onClose })
  const request = () => void ask({ text: before.join('\n'), change: 'words', forbiddenWords: words })
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, by the press that opened the sheet.
  useEffect(() => {
    if (before.length > 0) request()
  }, [])
  const versions = after.split('\n')
  const lines = before.map((line, at) => repairedLine(line, versions[at] ?? '', words) ?? line)
  const refused = before.filter((line, at) => lines[at] === line)
  const isNew = (_: string, at: number) => lines[at] !== before[at]
  const changed = before.length - refused.length
  const repaired = withLines(text, plan.spans, lines)
  const isDone = state === 'done'
  return (
    <Sheet title="Trocar palavras proibidas" onDismiss={onClose} isWide>
      <p role="status" className={textClasses.hint}>
        {isDone ? doneText(changed) : state === 'running' ? 'Escrevendo… Conta como uma mensagem.' : ''}
      </p>
      <FormAlert>{before.length === 0 ? TOO_LONG : (problem ?? savingProblem(saving.error))}</FormAlert>
      {isDone && changed > 0 && (
        <TextDiff
          before={before.filter(isNew).join('\n')}
          after={lines.filter(isNew).join('\n')}
          label="O que muda"
        />
      )}
      {isDone && refused.length > 0 && (
        <div className={classes.kept}>
          <p>
            O modelo não escreveu sem as palavras proibidas, mesmo pedindo duas vezes.{' '}
            {refused.length === 1 ? 'Esta frase fica como está:' : 'Estas frases ficam como estão:'}
          </p>
          <ul aria-label="Frases que não mudaram">
            {refused.map((line, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the sentences of a finished reply do not move.
              <li key={at}>{line}</li>
            ))}
          </ul>
        </div>
      )}
      {isDone && plan.left > 0 && <p className={textClasses.hint}>{leftText(plan.left)}</p>}
      <Stack>
        <Row gap={8}>
          {isDone && changed > 0 && (
            <>
              <Button loading={saving.isPending} onClick={() => saving.mutate(repaired)}>
                Salvar como documento
              </Button>
              <CopyButton text={repaired} label="Copiar a resposta nova" isLabelled />
            </>
          )}
          {(state === 'failed' || (isDone && changed === 0)) && (
            <Button onClick={request}>Pedir de novo</Button>
          )}
          <Button variant="default" onClick={onClose}>
            {state === 'running' ? 'Parar' : 'Deixar como está'}
          </Button>
        </Row>
        {isDone && changed > 0 && (
          <p className={textClasses.hint}>
            A resposta na conversa não muda: a versão nova vira um documento.
          </p>
        )}
      </Stack>
    </Sheet>
  )
}

const TOO_LONG = 'As frases com palavras proibidas são longas demais para reescrever de uma vez.'

const savingProblem = (error: Error | null) =>
  error ? `O documento não foi salvo. ${errorText(error)}` : undefined

function doneText(changed: number): string {
  if (changed === 0) return 'Nenhuma frase mudou.'
  return `${changed === 1 ? 'Uma frase mudou' : `${changed} frases mudaram`}. Nada é guardado até você usar.`
}

const leftText = (left: number) =>
  left === 1
    ? 'Mais uma frase não coube neste pedido e fica como está.'
    : `Mais ${left} frases não couberam neste pedido e ficam como estão.`

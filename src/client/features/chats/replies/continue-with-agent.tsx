import { Button, Loader, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconLock, IconSearch } from '@tabler/icons-react'
import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { v7 as newId } from 'uuid'
import { AgentName, shortNameOf } from '#client/entities/agents/agent-name.tsx'
import { lockWord } from '#client/entities/agents/lock-word.ts'
import { chatCalls } from '#client/features/chats/session/chat-calls.ts'
import { chatQueries } from '#client/features/chats/session/chats.api.ts'
import { pagedQuery } from '#client/lib/http/list-queries.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import { LoadMoreButton } from '#client/ui/buttons/load-more-button.tsx'
import { FormAlert } from '#client/ui/feedback/form-alert.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import { Sheet } from '#client/ui/overlays/sheet.tsx'
import sheetClasses from '#client/ui/overlays/sheet-form.module.css'
import { Portrait } from '#client/ui/photo/portrait.tsx'
import textClasses from '#client/ui/text/text.module.css'
import type { Agent, AgentsPage } from '#shared/contract/agents.ts'
import type { Message } from '#shared/contract/messages.ts'
import { LIMITS } from '#shared/limits.ts'
import classes from './continue-with-agent.module.css'

const TYPING_PAUSE_MS = 200
/** Longer lists get a search field. */
const MANY = 5

const agentsQuery = (q: string) =>
  pagedQuery<AgentsPage>({ queryKey: ['agents', 'others', q], path: '/agents', query: { q: q || undefined } })

type Props = { message: Message; agentName: string; onClose: () => void }

/** Asks for another agent, and opens a new chat with it that continues from a reply. */
export function ContinueWithAgent({ message, agentName, onClose }: Props) {
  const [typed, setTyped] = useState('')
  const [text] = useDebouncedValue(typed.trim(), TYPING_PAUSE_MS)
  const list = useInfiniteQuery({ ...agentsQuery(text), placeholderData: keepPreviousData })
  const { data: chat } = useQuery(chatQueries.detail(message.chatId))
  const opening = useOpenChat(message.id, onClose)
  const agents = list.data?.pages.flatMap(({ items }) => items).filter(({ id }) => id !== chat?.agentId)
  const isSearchable = typed !== '' || list.hasNextPage || (agents?.length ?? 0) > MANY
  return (
    <Sheet title="Continuar com outro agente" onDismiss={onClose}>
      <p className={textClasses.soft}>
        Começa uma conversa nova. Quem você escolher lê esta resposta de {shortNameOf(agentName)}, a sua
        pergunta e o que você tinha indicado com @. O resto desta conversa não vai junto.
      </p>
      <FormAlert>
        {opening.error ? `A conversa não começou. ${errorText(opening.error)}` : undefined}
      </FormAlert>
      {isSearchable && (
        <TextInput
          type="search"
          aria-label="Procurar agente"
          placeholder="Nome ou assunto"
          size="md"
          maxLength={LIMITS.searchLength}
          leftSection={<IconSearch size={18} aria-hidden />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      {list.isError && !agents ? (
        <Stack gap={12} align="start" role="alert">
          <p>O elenco não apareceu. {errorText(list.error)}</p>
          <Button variant="default" loading={list.isFetching} onClick={() => void list.refetch()}>
            Tentar de novo
          </Button>
        </Stack>
      ) : (
        <Stack as="ul" aria-busy={agents === undefined} aria-label="Agentes">
          {agents === undefined
            ? GAPS.map((gap) => <li key={gap} className={`${classes.gap} skeleton`} />)
            : agents.map((agent) => (
                <li key={agent.id}>
                  <AgentOption
                    agent={agent}
                    isChosen={opening.isPending && agent.id === opening.variables}
                    isDisabled={agent.locked || !agent.available || opening.isPending}
                    onChoose={() => opening.mutate(agent.id)}
                  />
                </li>
              ))}
        </Stack>
      )}
      {agents?.length === 0 && (
        <p role="status" className={textClasses.soft}>
          {text ? `Nenhum outro agente combina com “${text}”.` : 'Não há outro agente no elenco.'}
        </p>
      )}
      <LoadMoreButton list={list}>Mostrar mais agentes</LoadMoreButton>
    </Sheet>
  )
}

const GAPS = ['a', 'b', 'c', 'd'] as const

/** Creates a chat that continues from a message; `onOpened` runs before the address changes. */
function useOpenChat(fromMessageId: string, onOpened: () => void) {
  const client = useQueryClient()
  const navigate = useNavigate()
  // A retry with the same agent must reuse the chat's id.
  const ids = useRef(new Map<string, string>())
  return useMutation({
    mutationFn: async (agentId: string) => {
      const id = ids.current.get(agentId) ?? newId()
      ids.current.set(agentId, id)
      const chat = await chatCalls.createChat({ id, agentId, fromMessageId })
      client.setQueryData(chatQueries.detail(chat.id).queryKey, chat)
      client.setQueryData(chatQueries.messages(chat.id).queryKey, [])
      onOpened()
      await navigate({ to: '/app/$agentId/$chatId', params: { agentId, chatId: chat.id } })
    },
  })
}

type OptionProps = { agent: Agent; isChosen: boolean; isDisabled: boolean; onChoose: () => void }

function AgentOption({ agent, isChosen, isDisabled, onChoose }: OptionProps) {
  return (
    <button
      type="button"
      className={`${sheetClasses.format} ${classes.choice}`}
      data-locked={agent.locked || !agent.available || undefined}
      aria-disabled={isDisabled || undefined}
      onClick={() => !isDisabled && onChoose()}
    >
      <Portrait photoUrl={agent.photoUrl} name={agent.name} size={52} className={classes.face} isLazy />
      <Stack as="span" gap={4}>
        <span className={classes.name}>
          <AgentName name={agent.name} />
        </span>
        <span className={`${textClasses.hint} ${classes.description}`}>{agent.description}</span>
        {agent.locked && (
          <span className={classes.lock}>
            <IconLock size={14} stroke={2.2} aria-hidden />
            {lockWord(agent.plans)}
          </span>
        )}
      </Stack>
      {isChosen && <Loader size={20} aria-label="Abrindo a conversa" />}
    </button>
  )
}

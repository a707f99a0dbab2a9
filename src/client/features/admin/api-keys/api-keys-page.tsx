import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { AdminPage } from '#client/entities/admin/admin-page.tsx'
import { formatDay, formatMoment, formatRelative } from '#client/lib/text/format.ts'
import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import { LoadError } from '#client/ui/feedback/load-error.tsx'
import { StateMessage } from '#client/ui/feedback/state-message.tsx'
import { showToast } from '#client/ui/feedback/toast.ts'
import { Stack } from '#client/ui/layout/stack.tsx'
import { ConfirmSheet } from '#client/ui/overlays/confirm-sheet.tsx'
import { DataTable } from '#client/ui/table/data-table.tsx'
import type { DataTableColumn } from '#client/ui/table/data-table-head.tsx'
import text from '#client/ui/text/text.module.css'
import { API_KEY_SCOPE_NAMES } from '#shared/api-key-scopes.ts'
import type { ApiKey } from '#shared/contract/api-keys.ts'
import { apiKeysQuery, revokeApiKey } from './api-keys.api.ts'
import classes from './api-keys.module.css'
import { NewKeySheet } from './new-key-sheet.tsx'

const COLUMNS: readonly DataTableColumn<ApiKey>[] = [
  {
    key: 'name',
    header: 'Chave',
    cell: ({ name, hint, madeBy }) => (
      <Stack gap={4}>
        <span className={classes.name}>{name}</span>
        <span className={text.small}>
          de {madeBy.name}, termina em <code>{hint}</code>
        </span>
      </Stack>
    ),
  },
  {
    key: 'scopes',
    header: 'Acesso a',
    width: '24%',
    cell: ({ scopes }) => scopes.map((scope) => API_KEY_SCOPE_NAMES[scope]).join(', '),
  },
  {
    key: 'used',
    header: 'Último uso',
    width: '140px',
    cell: ({ lastUsedAt }) =>
      lastUsedAt ? (
        <time dateTime={lastUsedAt} title={formatMoment(lastUsedAt)}>
          {formatRelative(lastUsedAt)}
        </time>
      ) : (
        'Nunca usada'
      ),
  },
  {
    key: 'end',
    header: 'Vale até',
    width: '150px',
    cell: ({ endsOn, state }) => (
      <Stack gap={4}>
        <time dateTime={endsOn}>{formatDay(endsOn)}</time>
        {state !== 'living' && (
          <span className={classes.over}>{state === 'ended' ? 'Terminou' : 'Parada: conta suspensa'}</span>
        )}
      </Stack>
    ),
  },
  { key: 'acts', header: 'Ações', width: '120px', cell: (key) => <Revoke apiKey={key} /> },
]

/** The keys with which programs call for administrators. */
export function ApiKeysPage() {
  const keys = useQuery(apiKeysQuery())
  const [isMaking, setMaking] = useState(false)
  return (
    <AdminPage
      title="Chaves da API"
      description="Com uma chave, outro programa convida pessoas, importa planilhas ou lê números em nome de quem a criou. Ela só abre o que você escolher, e tudo o que ela muda fica no registro."
      actions={
        <>
          <LinkButton to="/app/admin/auditoria" variant="default">
            Voltar ao registro
          </LinkButton>
          <Button onClick={() => setMaking(true)}>Criar chave</Button>
        </>
      }
    >
      {keys.isError && !keys.data ? (
        <LoadError query={keys} title="As chaves não carregaram" />
      ) : (
        <DataTable
          caption="Chaves da API"
          columns={COLUMNS}
          rows={keys.data}
          keyOf={({ id }) => id}
          empty={
            <StateMessage title="Nenhuma chave ainda">
              Crie uma para cada programa: assim você vê qual está em uso e revoga só a que precisar.
            </StateMessage>
          }
        />
      )}
      <p className={text.hint}>
        O programa envia a chave no cabeçalho <code>Authorization: Bearer</code>. As chamadas estão na{' '}
        <a href="/api/docs" className={classes.link}>
          descrição da API
        </a>
        .
      </p>
      {isMaking && <NewKeySheet onClose={() => setMaking(false)} />}
    </AdminPage>
  )
}

function Revoke({ apiKey: { id, name, state } }: { apiKey: ApiKey }) {
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button
        size="sm"
        variant="default"
        aria-label={`Revogar a chave ${name}`}
        onClick={() => setAsking(true)}
      >
        Revogar
      </Button>
      {isAsking && (
        <ConfirmSheet
          title="Revogar esta chave?"
          confirmLabel="Revogar chave"
          cancelLabel="Voltar"
          onConfirm={async () => {
            await revokeApiKey(id)
            showToast(`A chave ${name} não vale mais.`, 'success')
            await client.invalidateQueries({ queryKey: apiKeysQuery().queryKey })
          }}
          onClose={() => setAsking(false)}
        >
          <p>
            {state === 'ended'
              ? `A chave ${name} já terminou e sai da lista.`
              : `O programa que usa a chave ${name} perde o acesso na hora. Não dá para desfazer: depois, só criando outra.`}
          </p>
        </ConfirmSheet>
      )}
    </>
  )
}

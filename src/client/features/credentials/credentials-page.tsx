import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { inHouse } from '#client/lib/browser/house.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import { LoadMoreButton } from '#client/ui/buttons/load-more-button.tsx'
import { StateMessage } from '#client/ui/feedback/state-message.tsx'
import { showToast } from '#client/ui/feedback/toast.ts'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import { HelpTip } from '#client/ui/overlays/help-tip.tsx'
import text from '#client/ui/text/text.module.css'
import type { Credential } from '#shared/contract/credentials.ts'
import { CredentialCard } from './credential-card.tsx'
import { statusOf } from './credential-texts.ts'
import { credentialQueries, credentialsChanged } from './credentials.api.ts'
import classes from './credentials.module.css'
import { NewCredential } from './new-credential-form.tsx'

type Props = {
  /** An administrator who impersonates the user must not see their keys. */
  isImpersonated: boolean
}

/** The creator's own provider keys, used for their replies. */
export function CredentialsPage({ isImpersonated }: Props) {
  return (
    <Stack gap={24}>
      <Stack as="header">
        <Row gap={12} wrap={false}>
          <h1 className={text.title}>Credenciais</h1>
          <HelpTip about="credenciais">
            <p>
              Uma chave de API é uma senha que a OpenAI ou o Google dão a quem usa os modelos deles por
              programa. Não é a assinatura do ChatGPT nem a do Gemini: tem cobrança própria, por uso.
            </p>
            <p>
              Crie a chave no site do provedor, defina lá um limite de gasto e cole aqui. Para deixar de usar,
              exclua aqui e revogue lá.
            </p>
          </HelpTip>
        </Row>
        <p className={text.lead}>
          Opcional. Com uma chave sua, as respostas são cobradas por uso na sua conta do provedor, que recebe
          o que você escreve; aqui ela fica cifrada e nunca mais aparece inteira.
        </p>
      </Stack>
      {isImpersonated ? (
        <StateMessage title="Só com a própria pessoa">
          Você está nesta conta como administração. As chaves de quem é dono dela não são suas para ver nem
          para usar.
        </StateMessage>
      ) : (
        <OwnCredentials />
      )}
    </Stack>
  )
}

function OwnCredentials() {
  const client = useQueryClient()
  const list = useInfiniteQuery(credentialQueries.list())
  const [isAdding, setAdding] = useState(false)
  const credentials = list.data?.pages.flatMap((page) => page.items)
  const handleSaved = async (saved: Credential) => {
    setAdding(false)
    await credentialsChanged(client)
    showToast(`Chave salva. ${statusOf(saved).meaning}`, 'success')
  }
  const add = (
    <Button leftSection={<IconPlus size={20} aria-hidden />} onClick={() => setAdding(true)}>
      Adicionar chave
    </Button>
  )
  return (
    <>
      {list.isPending && <div role="status" aria-label="Carregando" className={`${classes.gap} skeleton`} />}
      {list.isError && !credentials && (
        <StateMessage
          tone="error"
          title="Suas chaves não carregaram"
          actions={<Button onClick={() => void list.refetch()}>Tentar de novo</Button>}
        >
          {errorText(list.error)}
        </StateMessage>
      )}
      {credentials?.length === 0 && (
        <StateMessage title="Você usa as chaves da casa" actions={add}>
          Não precisa fazer nada: as conversas funcionam com as chaves {inHouse('do Elenco')}, dentro do seu
          plano. Se você já paga OpenAI ou Google, pode trazer a sua.
        </StateMessage>
      )}
      {credentials && credentials.length > 0 && (
        <>
          <Stack as="ul" gap={16} className={classes.cards} aria-label="Suas chaves">
            {credentials.map((credential) => (
              <CredentialCard key={credential.id} credential={credential} />
            ))}
          </Stack>
          <LoadMoreButton list={list}>Mostrar mais</LoadMoreButton>
          <div>{add}</div>
        </>
      )}
      {isAdding && (
        <NewCredential
          isFirst={credentials?.length === 0}
          onSaved={(saved) => void handleSaved(saved)}
          onDismiss={() => setAdding(false)}
        />
      )}
    </>
  )
}

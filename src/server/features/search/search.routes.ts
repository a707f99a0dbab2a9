import { ChatSearchPage, ChatSearchQuery } from '#shared/contract/chats.ts'
import { SearchQuery, SearchResults } from '#shared/contract/search.ts'
import type { Deps } from '../../deps.ts'
import { clientSignal } from '../../http/client-signal.ts'
import { createRouter } from '../../http/context.ts'
import { respond } from '../../http/respond.ts'
import { input, operation } from '../../http/validate.ts'
import { searchChats } from './chat-search.service.ts'
import { searchEverything } from './search.service.ts'

export const searchRoutes = ({ db, signedIn }: Deps) =>
  createRouter()
    .get(
      '/search',
      operation({
        tag: 'search',
        summary:
          'Procura nas próprias conversas, produtos, marcas, ofertas e documentos, e nos tutoriais, sem distinguir acentos, maiúsculas ou terminações',
        data: SearchResults,
        errors: ['VALIDATION_ERROR', 'RATE_LIMITED', 'UNAVAILABLE'],
      }),
      signedIn,
      input('query', SearchQuery),
      async (c) => {
        const wanted = { ...c.req.valid('query'), userId: c.var.user.id, signal: clientSignal(c) }
        return respond(c, await searchEverything(db, wanted))
      },
    )
    .get(
      '/chats/search',
      operation({
        tag: 'chats',
        summary:
          'Procura nas próprias conversas, pelo título e pelas mensagens, sem distinguir acentos, maiúsculas ou terminações',
        data: ChatSearchPage,
        errors: ['VALIDATION_ERROR', 'RATE_LIMITED', 'UNAVAILABLE'],
      }),
      signedIn,
      input('query', ChatSearchQuery),
      async (c) => {
        const wanted = { ...c.req.valid('query'), userId: c.var.user.id, signal: clientSignal(c) }
        return respond(c, await searchChats(db, wanted))
      },
    )

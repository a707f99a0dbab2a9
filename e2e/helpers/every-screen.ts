import type { Page } from '@playwright/test'
import type { ServerProcess } from '#server/testing/processes/server-process.ts'
import { asAdministrator, noticesOf } from './admin-api.ts'
import { answerOnboarding, deleteProduct, keepBrand, keepOffer, keepProduct } from './business.ts'
import { addDocumentSource, makeCollection, makeHouseCollection } from './collections.ts'
import { DOCUMENTS, makeDocument, TEXT } from './documents.ts'
import { expect, type newPerson } from './fixtures.ts'
import { makeChat, openAgent, patchChat } from './history.ts'
import { setTutorials } from './tutorials.ts'

/** A page of the product, and its document title. */
export type Screen = { path: string; title: string }

/** Pages without a session. */
export const PUBLIC_SCREENS: readonly Screen[] = [
  { path: '/', title: 'Elenco: a equipe de IA que já conhece o seu infoproduto' },
  { path: '/sign-in', title: 'Entrar · Elenco' },
  { path: '/sign-in/code', title: 'Digitar o código · Elenco' },
  { path: '/sign-up', title: 'Criar conta · Elenco' },
  { path: '/forgot', title: 'Esqueci minha senha · Elenco' },
  { path: '/reset-password', title: 'Criar outra senha · Elenco' },
  { path: '/reset-password?token=x', title: 'Criar outra senha · Elenco' },
  { path: '/callback?error=access_denied', title: 'Não deu para entrar · Elenco' },
  { path: '/callback#novo=x', title: 'Confirmar novo e-mail · Elenco' },
  { path: '/callback#volta=x', title: 'Desfazer a troca de e-mail · Elenco' },
  { path: '/terms', title: 'Termos de uso · Elenco' },
  { path: '/privacy', title: 'Política de privacidade · Elenco' },
  { path: '/nao-existe', title: 'Página não encontrada · Elenco' },
]

const MEMORY = '/app/personalizacao'

/** Creates one item of each kind for the user; returns the screens that show them. */
export async function memberScreens(page: Page, origin: string): Promise<Screen[]> {
  const agent = await openAgent(page)
  const chat = await makeChat(page, origin, 'Semana de lançamento')
  const old = await makeChat(page, origin, 'Um teste antigo')
  await patchChat(page, origin, old.id, { archived: true })
  const product = await keepProduct(page)
  const brand = await keepBrand(page)
  const offer = await keepOffer(page, { productIds: [product.id], brandIds: [brand.id] })
  await answerOnboarding(page)
  const document = await makeDocument(page, origin, { title: 'Roteiro da aula', body: TEXT })
  const collection = await makeCollection(page, origin, 'Aulas do método')
  const source = await addDocumentSource(page, origin, collection, document)
  const gone = await keepProduct(page, { name: 'Curso de Páscoa' })
  await deleteProduct(page, gone.id)
  return [
    { path: '/app', title: 'Início · Elenco' },
    { path: '/app?q=ninguem-assim', title: 'Início · Elenco' },
    { path: `/app/${agent.id}`, title: `${agent.name} · Elenco` },
    { path: `/app/${agent.id}/chat`, title: `${agent.name} · Elenco` },
    { path: `/app/${agent.id}/${chat.id}`, title: 'Semana de lançamento · Elenco' },
    { path: '/app/me', title: 'Seu perfil · Elenco' },
    { path: '/app/me/edit', title: 'Editar perfil · Elenco' },
    { path: MEMORY, title: 'Personalização · Elenco' },
    { path: `${MEMORY}/produtos`, title: 'Produtos · Elenco' },
    { path: `${MEMORY}/produtos/new`, title: 'Novo produto · Elenco' },
    { path: `${MEMORY}/produtos/${product.id}`, title: 'Editar produto · Elenco' },
    { path: `${MEMORY}/marcas`, title: 'Marcas · Elenco' },
    { path: `${MEMORY}/marcas/new`, title: 'Nova marca · Elenco' },
    { path: `${MEMORY}/marcas/${brand.id}`, title: 'Editar marca · Elenco' },
    { path: `${MEMORY}/marcas/${brand.id}/voz`, title: 'Voz da marca · Elenco' },
    { path: `${MEMORY}/ofertas`, title: 'Ofertas · Elenco' },
    { path: `${MEMORY}/ofertas/new`, title: 'Nova oferta · Elenco' },
    { path: `${MEMORY}/ofertas/${offer.id}`, title: 'Editar oferta · Elenco' },
    { path: DOCUMENTS, title: 'Documentos · Elenco' },
    { path: `${DOCUMENTS}/new`, title: 'Novo documento · Elenco' },
    { path: `${DOCUMENTS}/${document.id}`, title: 'Roteiro da aula · Elenco' },
    { path: `${DOCUMENTS}/${document.id}/editar`, title: 'Editar Roteiro da aula · Elenco' },
    { path: `${DOCUMENTS}/${document.id}/revisar`, title: 'Revisar Roteiro da aula · Elenco' },
    { path: '/app/revisor', title: 'Revisor · Elenco' },
    { path: `${MEMORY}/acervo`, title: 'Acervo · Elenco' },
    { path: `${MEMORY}/acervo/fonte/${source.id}`, title: 'Roteiro da aula · Elenco' },
    { path: `${MEMORY}/acervo/${collection.id}`, title: 'Aulas do método · Elenco' },
    { path: `${MEMORY}/credenciais`, title: 'Credenciais · Elenco' },
    { path: '/app/tutoriais', title: 'Tutoriais · Elenco' },
    { path: '/app/tutoriais/guias/primeira-conversa', title: 'Sua primeira conversa · Elenco' },
    { path: '/app/busca', title: 'Busca · Elenco' },
    { path: '/app/busca?q=teste', title: 'teste · Busca · Elenco' },
    { path: '/app/arquivadas', title: 'Conversas arquivadas · Elenco' },
    { path: '/app/lixeira', title: 'Lixeira · Elenco' },
    { path: '/app/nao/existe/aqui', title: 'Página não encontrada · Elenco' },
  ]
}

const ADMIN = '/app/admin'

/** The administration's pages, for the administrator of this browser; creates missing items. */
export async function adminScreens(page: Page, server: ServerProcess): Promise<Screen[]> {
  await noticesOf(page.request, server.url).make({ content: 'A turma de novembro abriu.' })
  await setTutorials(server, [{ title: 'Primeiros passos' }])
  const first = async (noun: string) => {
    const answer = await page.request.get(`/api/v1/${noun}/admin`)
    const { data } = (await answer.json()) as { data: { items: Record<'id' | 'name', string>[] } }
    const [row] = data.items
    if (!row) throw new Error(`there are no ${noun}`)
    return row
  }
  const [agent, label, tutorial, user, plan, kept] = [
    await first('agents'),
    await first('labels'),
    await first('tutorials'),
    await first('users'),
    await first('plans'),
    await first('notices'),
  ]
  const shelf = await makeHouseCollection(page, server.url, 'Método da casa')
  return [
    ...(
      [
        ['', 'Visão geral'],
        ['/respostas', 'Respostas'],
        ['/precos', 'Modelos e preços'],
        ['/limites', 'Limites do dia'],
        ['/identidade', 'Nome, logo e cor'],
        ['/avaliacoes', 'Avaliações'],
        ['/denuncias', 'Denúncias'],
        ['/agents', 'Agentes'],
        ['/labels', 'Etiquetas'],
        ['/acervo', 'Acervo da casa'],
        [`/acervo/${shelf.id}`, 'Método da casa'],
        ['/revisor', 'Regras do Revisor'],
        ['/tutoriais', 'Tutoriais'],
        ['/users', 'Pessoas'],
        ['/users/new?como=convites', 'Convites'],
        ['/users/new?como=planilha', 'Importar planilha'],
        ['/avisos', 'Avisos'],
        ['/planos', 'Planos'],
        ['/webhooks', 'Vendas'],
        ['/users/seguranca', 'Segurança de quem administra'],
        ['/auditoria', 'Registro'],
        ['/auditoria/chaves', 'Chaves da API'],
      ] as const
    ).map(([path, name]) => ({ path: `${ADMIN}${path}`, title: `${name} · Administração · Elenco` })),
    ...(
      [
        ['/agents/new', 'Novo agente'],
        [`/agents/${agent.id}/edit`, `Editar ${agent.name.split(' · ')[0]}`],
        ['/labels/new', 'Nova etiqueta'],
        [`/labels/${label.id}/edit`, 'Editar etiqueta'],
        ['/tutoriais/new', 'Novo tutorial'],
        [`/tutoriais/${tutorial.id}/edit`, 'Editar tutorial'],
        ['/users/new', 'Convidar uma pessoa'],
        ['/users/new?como=senha', 'Nova conta'],
        [`/users/${user.id}/edit`, user.name],
        ['/avisos/new', 'Novo aviso'],
        [`/avisos/${kept.id}/edit`, 'Editar aviso'],
        ['/planos/new', 'Novo plano'],
        [`/planos/${plan.id}/edit`, 'Editar plano'],
      ] as const
    ).map(([path, name]) => ({ path: `${ADMIN}${path}`, title: `${name} · Elenco` })),
  ]
}

/** Signs in as the administrator on an empty page of the server. */
export async function beAdministrator(
  page: Page,
  server: ServerProcess,
  admin: ReturnType<typeof newPerson>,
): Promise<void> {
  await asAdministrator(page.request, server.url, admin)
  // The helpers use the session of the open page.
  await page.goto('/favicon.svg')
}

/** Opens a screen and waits until it has loaded. */
export async function openScreen(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expect(page.locator('.skeleton')).toHaveCount(0)
  await expect(page.getByRole('status', { name: /^(Carregando|Procurando)/ })).toHaveCount(0)
}

import type { LegalSection } from './legal-page.tsx'

export const PRIVACY_SHARING: LegalSection[] = [
  {
    id: 'com-quem',
    title: 'Quem mais recebe',
    body: (
      <>
        <ul>
          <li>
            <strong>O provedor de IA que esta instalação usa.</strong> Para gerar uma resposta, ele recebe a
            conversa com aquele agente com os anexos dela, as instruções do agente, o seu nome e a data; e o
            que a mensagem usa do seu negócio: as respostas do questionário inicial e os produtos, marcas,
            ofertas e documentos que você indicar. Quando você continua com outro agente, vão também a
            resposta de onde partiu e a pergunta dela. Para dar um título à conversa, resumir o começo das
            longas e preencher um formulário a partir de uma resposta, ele recebe as partes que isso pede. Das
            fontes do seu acervo, ele recebe os trechos que uma resposta lê. Se a instalação busca também pelo
            sentido, recebe antes o texto de todos os trechos e as suas buscas; não recebe se as suas
            respostas saem só pela sua própria chave. Pode ser a OpenAI, o Google (Gemini) ou um servidor
            compatível mantido por quem opera a instalação. Seu e-mail, telefone e foto de perfil não vão
            junto.
          </li>
          <li>
            <strong>O provedor da chave que você cadastrou,</strong> se você escolher usá-la: recebe o mesmo,
            na sua própria conta dele, e a chave. Ao ser salva, a chave é testada com ele. Se ele a recusar, a
            resposta só sai pelo provedor da instalação se você tiver permitido.
          </li>
          <li>
            <strong>Sem provedor configurado, ninguém.</strong> O modelo de demonstração roda dentro da
            própria instalação e não envia nada para fora.
          </li>
          <li>
            <strong>O serviço de e-mail da instalação</strong> recebe o seu endereço e o texto dos avisos que
            mandamos a você.
          </li>
          <li>
            <strong>O Google, só se você entrar com ele.</strong> Recebemos dele nome, e-mail e a indicação de
            que o e-mail é seu; ele fica sabendo que você entrou aqui.
          </li>
          <li>
            <strong>O armazenamento de arquivos</strong>, quando a instalação usa um fora da própria máquina,
            guarda a sua foto e os seus anexos.
          </li>
          <li>
            <strong>Quem faz o seu navegador, só se você ditar uma mensagem.</strong> O reconhecimento de fala
            é do navegador, que pode enviar o áudio ao fabricante. Nós só recebemos o texto.
          </li>
          <li>
            <strong>O YouTube, do Google, só se você der o play num tutorial.</strong> O vídeo vem de
            youtube-nocookie.com, que recebe o seu endereço de rede e o desta instalação, e pode guardar dados
            dele no seu navegador. Antes do play nada vai a ele: as imagens dos vídeos são cópias nossas.
          </li>
          <li>
            <strong>O Stripe ou a Hubla, só se você for pagar um plano.</strong> A página de pagamento é deles
            e abre com o seu e-mail; o Stripe recebe também o código da sua conta aqui, e a Hubla, o seu nome.
            O cartão fica com eles e nunca passa por aqui.
          </li>
          <li>
            <strong>Autoridades</strong>, quando houver ordem legal.
          </li>
        </ul>
        <p>
          OpenAI, Google e Stripe podem processar dados fora do Brasil, sobretudo nos Estados Unidos, para
          executar o serviço que você pediu (LGPD, art. 33, IX). Não vendemos dados, não exibimos anúncios e
          não usamos as suas conversas para treinar modelos; o que cada um deles faz está nos termos dele com
          quem opera esta instalação.
        </p>
        <p>
          Quem administra a instalação pode ver os dados da sua conta e, para ajudar, entrar nela por até uma
          hora. Isso sempre deixa registro com os dois nomes.
        </p>
      </>
    ),
  },
  {
    id: 'navegador',
    title: 'Cookies e o que fica no seu navegador',
    body: (
      <>
        <p>
          Há só o estritamente necessário, e por isso não há um aviso pedindo consentimento. Nenhum cookie é
          de terceiros, a não ser os que o YouTube use depois do play num tutorial, e não existe medição de
          audiência.
        </p>
        <ul>
          <li>
            <strong>Cookie da sessão</strong> (traz <code>elenco</code> no nome): mantém você na conta por até
            30 dias. Páginas e programas não conseguem lê-lo.
          </li>
          <li>
            <strong>Cookie deste aparelho</strong> (<code>known_device</code>): marca as contas que já
            entraram neste navegador, para que erros de senha de outra pessoa não façam você esperar. Não abre
            conta nenhuma. Vale por até um ano, ou até a senha mudar.
          </li>
          <li>
            <strong>Cookies de passagem</strong>: existem por minutos, só durante a entrada com o Google ou um
            acesso da administração.
          </li>
          <li>
            <strong>auth-storage</strong>: o seu perfil e o prazo da sessão, para a tela abrir depressa. Some
            ao sair.
          </li>
          <li>
            <strong>Rascunhos</strong>: o que você digitou e não enviou, nas conversas e nos formulários, e a
            resposta a partir da qual você preenche um. Some ao enviar ou ao sair; a resposta, também ao
            fechar a aba.
          </li>
          <li>
            <strong>Pagamento</strong>: que esta conta foi à página de pagamento, para a tela esperar a
            confirmação. Some quando ela chega ou você desiste, e vale por uma hora.
          </li>
          <li>
            <strong>Leitura sem internet</strong>: o seu perfil, as listas de agentes e de conversas, e as
            conversas que você abriu há pouco, por até sete dias, para você ler sem conexão. Some ao sair e
            quando a sessão termina.
          </li>
          <li>
            <strong>Preferências</strong>: se você prefere claro ou escuro, se a coluna das conversas fica
            aberta, e o que não precisa aparecer de novo, como os primeiros passos. Ficam até você apagar os
            dados do site no navegador.
          </li>
        </ul>
      </>
    ),
  },
]

export const READ_ME = `Seus dados no Elenco

dados.json        perfil, formas de entrar, sessões, assinaturas, outros e-mails de compra que você confirmou, aceites
                  dos termos, o que você respondeu sobre o seu negócio, credenciais (sem as chaves), até onde viu cada
                  tutorial, avisos que dispensou, mensagens por dia, mensagens do plano que usou em cada mês, as vezes em
                  que a administração entrou na sua conta, e lista de imagens
produtos.jsonl    os seus produtos, um por linha; marcas.jsonl e ofertas.jsonl da mesma forma
vozes.jsonl       a voz de cada marca, uma por linha: palavras, jeitos de escrever, frases de exemplo, medidas e amostras
edicoes-de-voz.jsonl
                  as mudanças de jeito de escrever que você fez em documentos de cada marca, quantas vezes, e a sua
                  resposta à regra proposta, uma por linha
revisoes.jsonl    os achados do Revisor que você ignorou ou provou em documentos, um por linha
documentos/       cada documento em dois arquivos: .md com o texto atual, .jsonl com todas as versões, uma por linha
registros.jsonl   o que ficou registrado de ações de administração, uma por linha
conversas/        cada conversa em dois arquivos: .md para ler, .jsonl com todos os detalhes, uma mensagem por linha
imagens/          as imagens que você enviou
anexos/           os arquivos que você anexou a mensagens; anexos.jsonl diz quais são e em que mensagens estão
acervo/           cada fonte do acervo: o arquivo que você enviou, e .jsonl com os trechos lidos, um por linha; fontes.jsonl
                  diz de que coleção é cada uma, e colecoes.jsonl quais são as coleções

Senhas e chaves de acesso não fazem parte da cópia. Os horários dos arquivos .json e .jsonl estão em UTC.
`

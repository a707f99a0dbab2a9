-- The stored messages of the last year. Those that were purged before have no agent and no tokens any more.
INSERT INTO person_days (user_id, day, agent_id, provider, model, is_own_key, is_purged, messages, replies,
	n_tokens, n_cached_tokens, n_output_tokens)
SELECT c.user_id, (m.created_at AT TIME ZONE 'America/Sao_Paulo')::date, c.agent_id,
	CASE WHEN m.sender = 'human' THEN 'none' WHEN m.used_model IS NOT NULL THEN m.used_model
		WHEN m.model_name IS NOT NULL OR m.status = 'done' THEN 'demo' ELSE 'none' END,
	CASE WHEN m.sender = 'human' THEN ''
		WHEN m.used_model IS NULL AND (m.model_name IS NOT NULL OR m.status = 'done') THEN 'demo'
		ELSE coalesce(m.model_name, '') END,
	m.sender = 'ai' AND m.own_key, false,
	count(*) FILTER (WHERE m.sender = 'human'), count(*) FILTER (WHERE m.sender = 'ai'),
	coalesce(sum(m.n_tokens), 0), coalesce(sum(m.n_cached_tokens), 0), coalesce(sum(m.n_output_tokens), 0)
FROM messages m JOIN chats c ON c.id = m.chat_id
WHERE m.created_at >= now() - interval '366 days' AND m.status <> 'running'
GROUP BY 1, 2, 3, 4, 5, 6;

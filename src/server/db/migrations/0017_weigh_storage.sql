-- A growing reply is weighed at its end, not with each save.
CREATE FUNCTION message_bytes(status text, content text) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT CASE WHEN status = 'running' THEN 0 ELSE octet_length(content) END::bigint
$$;--> statement-breakpoint
CREATE FUNCTION attachment_bytes(bytes integer, content text) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT bytes::bigint + coalesce(octet_length(content), 0)
$$;--> statement-breakpoint
CREATE FUNCTION weigh_message() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO storage_changes (user_id, bytes)
	SELECT chats.user_id, message_bytes(NEW.status, NEW.content)
		- CASE WHEN TG_OP = 'UPDATE' THEN message_bytes(OLD.status, OLD.content) ELSE 0 END
	FROM chats WHERE chats.id = NEW.chat_id;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER messages_weigh_new AFTER INSERT ON messages
	FOR EACH ROW WHEN (NEW.status <> 'running') EXECUTE FUNCTION weigh_message();--> statement-breakpoint
CREATE TRIGGER messages_weigh AFTER UPDATE OF content, status ON messages
	FOR EACH ROW WHEN (message_bytes(OLD.status, OLD.content) <> message_bytes(NEW.status, NEW.content))
	EXECUTE FUNCTION weigh_message();--> statement-breakpoint
-- Messages that go with their chat are weighed there: their chat is gone by now.
CREATE FUNCTION unweigh_messages() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO storage_changes (user_id, bytes)
	SELECT chats.user_id, -sum(message_bytes(gone.status, gone.content))
	FROM gone JOIN chats ON chats.id = gone.chat_id
	GROUP BY chats.user_id HAVING sum(message_bytes(gone.status, gone.content)) > 0;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER messages_unweigh AFTER DELETE ON messages REFERENCING OLD TABLE AS gone
	FOR EACH STATEMENT EXECUTE FUNCTION unweigh_messages();--> statement-breakpoint
CREATE FUNCTION weigh_chat() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO storage_changes (user_id, bytes) VALUES (NEW.user_id, octet_length(NEW.origin::text));
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER chats_weigh AFTER INSERT ON chats
	FOR EACH ROW WHEN (NEW.origin IS NOT NULL) EXECUTE FUNCTION weigh_chat();--> statement-breakpoint
-- Before, while its messages are there. Nothing is weighed for an account that is deleted.
CREATE FUNCTION unweigh_chat() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO storage_changes (user_id, bytes)
	SELECT users.id, -coalesce(octet_length(OLD.origin::text), 0) - coalesce((
		SELECT sum(message_bytes(status, content)) FROM messages WHERE chat_id = OLD.id), 0)
	FROM users WHERE users.id = OLD.user_id;
	RETURN OLD;
END $$;--> statement-breakpoint
CREATE TRIGGER chats_unweigh BEFORE DELETE ON chats FOR EACH ROW EXECUTE FUNCTION unweigh_chat();--> statement-breakpoint
CREATE FUNCTION weigh_document() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO storage_changes (user_id, bytes) VALUES (NEW.user_id, octet_length(NEW.body)
		- CASE WHEN TG_OP = 'UPDATE' THEN octet_length(OLD.body) ELSE 0 END);
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER documents_weigh AFTER INSERT OR UPDATE OF body ON documents
	FOR EACH ROW EXECUTE FUNCTION weigh_document();--> statement-breakpoint
CREATE FUNCTION unweigh_document() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO storage_changes (user_id, bytes)
	SELECT users.id, -octet_length(OLD.body) - coalesce((
		SELECT sum(octet_length(body)) FROM document_versions WHERE document_id = OLD.id), 0)
	FROM users WHERE users.id = OLD.user_id;
	RETURN OLD;
END $$;--> statement-breakpoint
CREATE TRIGGER documents_unweigh BEFORE DELETE ON documents FOR EACH ROW EXECUTE FUNCTION unweigh_document();--> statement-breakpoint
CREATE FUNCTION weigh_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO storage_changes (user_id, bytes)
	SELECT documents.user_id, octet_length(NEW.body) FROM documents WHERE documents.id = NEW.document_id;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER document_versions_weigh AFTER INSERT ON document_versions
	FOR EACH ROW EXECUTE FUNCTION weigh_version();--> statement-breakpoint
CREATE FUNCTION unweigh_versions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO storage_changes (user_id, bytes)
	SELECT documents.user_id, -sum(octet_length(gone.body))
	FROM gone JOIN documents ON documents.id = gone.document_id GROUP BY documents.user_id;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER document_versions_unweigh AFTER DELETE ON document_versions REFERENCING OLD TABLE AS gone
	FOR EACH STATEMENT EXECUTE FUNCTION unweigh_versions();--> statement-breakpoint
CREATE FUNCTION weigh_attachment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO storage_changes (user_id, bytes) VALUES (NEW.user_id, attachment_bytes(NEW.bytes, NEW.content)
		- CASE WHEN TG_OP = 'UPDATE' THEN attachment_bytes(OLD.bytes, OLD.content) ELSE 0 END);
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER attachments_weigh AFTER INSERT OR UPDATE OF bytes, content ON attachments
	FOR EACH ROW EXECUTE FUNCTION weigh_attachment();--> statement-breakpoint
CREATE FUNCTION unweigh_attachments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO storage_changes (user_id, bytes)
	SELECT gone.user_id, -sum(attachment_bytes(gone.bytes, gone.content))
	FROM gone JOIN users ON users.id = gone.user_id
	GROUP BY gone.user_id HAVING sum(attachment_bytes(gone.bytes, gone.content)) > 0;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER attachments_unweigh AFTER DELETE ON attachments REFERENCING OLD TABLE AS gone
	FOR EACH STATEMENT EXECUTE FUNCTION unweigh_attachments();--> statement-breakpoint
CREATE FUNCTION forget_storage() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM storage_changes WHERE user_id = OLD.id;
	RETURN NULL;
END $$;--> statement-breakpoint
-- No foreign key does this: it would lock the account's row with each message.
CREATE TRIGGER users_forget_storage AFTER DELETE ON users FOR EACH ROW EXECUTE FUNCTION forget_storage();--> statement-breakpoint
INSERT INTO storage_totals (user_id, bytes)
	SELECT user_id, sum(bytes) FROM (
		SELECT chats.user_id, message_bytes(messages.status, messages.content) AS bytes
			FROM messages JOIN chats ON chats.id = messages.chat_id
		UNION ALL SELECT user_id, octet_length(origin::text) FROM chats WHERE origin IS NOT NULL
		UNION ALL SELECT user_id, octet_length(body) FROM documents
		UNION ALL SELECT documents.user_id, octet_length(document_versions.body)
			FROM document_versions JOIN documents ON documents.id = document_versions.document_id
		UNION ALL SELECT user_id, attachment_bytes(bytes, content) FROM attachments
	) AS stored GROUP BY user_id;

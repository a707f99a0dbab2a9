-- The passages of replies count in the storage of their account; they never change. Nothing is weighed for an account that is deleted.
CREATE FUNCTION weigh_message_passages() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO storage_changes (user_id, bytes)
	SELECT added.user_id, sum(octet_length(added.text)) FROM added GROUP BY added.user_id;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER message_passages_weigh AFTER INSERT ON message_passages REFERENCING NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION weigh_message_passages();--> statement-breakpoint
CREATE FUNCTION unweigh_message_passages() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO storage_changes (user_id, bytes)
	SELECT gone.user_id, -sum(octet_length(gone.text)) FROM gone JOIN users ON users.id = gone.user_id
	GROUP BY gone.user_id;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER message_passages_unweigh AFTER DELETE ON message_passages REFERENCING OLD TABLE AS gone
	FOR EACH STATEMENT EXECUTE FUNCTION unweigh_message_passages();

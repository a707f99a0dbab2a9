-- Remarks never change.
CREATE FUNCTION weigh_review_note() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO storage_changes (user_id, bytes)
	VALUES (NEW.user_id, octet_length(NEW.quote) + octet_length(NEW.reason));
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER review_notes_weigh AFTER INSERT ON review_notes
	FOR EACH ROW EXECUTE FUNCTION weigh_review_note();--> statement-breakpoint
-- Nothing is weighed for an account that is deleted.
CREATE FUNCTION unweigh_review_notes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO storage_changes (user_id, bytes)
	SELECT gone.user_id, -sum(octet_length(gone.quote) + octet_length(gone.reason))
	FROM gone JOIN users ON users.id = gone.user_id GROUP BY gone.user_id;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER review_notes_unweigh AFTER DELETE ON review_notes REFERENCING OLD TABLE AS gone
	FOR EACH STATEMENT EXECUTE FUNCTION unweigh_review_notes();

CREATE TABLE "gallery_versions" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"version" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "gallery_versions_single" CHECK ("gallery_versions"."id" = 1)
);
--> statement-breakpoint
INSERT INTO gallery_versions DEFAULT VALUES ON CONFLICT DO NOTHING;--> statement-breakpoint
CREATE FUNCTION count_gallery_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE gallery_versions SET version = version + 1;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER agents_gallery AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON agents
	FOR EACH STATEMENT EXECUTE FUNCTION count_gallery_version();--> statement-breakpoint
CREATE TRIGGER agent_labels_gallery AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON agent_labels
	FOR EACH STATEMENT EXECUTE FUNCTION count_gallery_version();--> statement-breakpoint
CREATE TRIGGER labels_gallery AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON labels
	FOR EACH STATEMENT EXECUTE FUNCTION count_gallery_version();--> statement-breakpoint
CREATE TRIGGER prompt_recommendations_gallery AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON prompt_recommendations
	FOR EACH STATEMENT EXECUTE FUNCTION count_gallery_version();--> statement-breakpoint
CREATE TRIGGER plans_gallery AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON plans
	FOR EACH STATEMENT EXECUTE FUNCTION count_gallery_version();

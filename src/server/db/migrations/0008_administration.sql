-- What a search without case or accents compares: `unaccent` alone may not stand in an index, since its rules could be another's.
CREATE FUNCTION fold_text(content text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT public.unaccent('public.unaccent'::regdictionary, lower(content))
$$;--> statement-breakpoint
CREATE TABLE "agent_versions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"agent_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"system_prompt" text NOT NULL,
	"author_id" uuid,
	"author_name" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notice_dismissals" (
	"notice_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notice_dismissals_user_id_notice_id_pk" PRIMARY KEY("user_id","notice_id")
);
--> statement-breakpoint
CREATE TABLE "notices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"content" text NOT NULL,
	"tone" text DEFAULT 'info' NOT NULL,
	"link_label" text,
	"link_url" text,
	"plan_id" uuid,
	"starts_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ends_at" timestamp (3) with time zone,
	"deleted_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notices_tone_check" CHECK ("notices"."tone" in ('info', 'success', 'warning')),
	CONSTRAINT "notices_period_check" CHECK ("notices"."ends_at" is null or "notices"."ends_at" > "notices"."starts_at"),
	CONSTRAINT "notices_link_check" CHECK (("notices"."link_label" is null) = ("notices"."link_url" is null))
);
--> statement-breakpoint
CREATE TABLE "tutorial_views" (
	"user_id" uuid NOT NULL,
	"tutorial_id" uuid NOT NULL,
	"position_seconds" integer DEFAULT 0 NOT NULL,
	"watched_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tutorial_views_user_id_tutorial_id_pk" PRIMARY KEY("user_id","tutorial_id"),
	CONSTRAINT "tutorial_views_position_check" CHECK ("tutorial_views"."position_seconds" >= 0)
);
--> statement-breakpoint
CREATE TABLE "tutorials" (
	"id" uuid PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"youtube_video_id" text NOT NULL,
	"thumbnail_url" text,
	"order" integer DEFAULT 0 NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tutorials_order_check" CHECK ("tutorials"."order" >= 0)
);
--> statement-breakpoint
CREATE TABLE "activity_days" (
	"day" date PRIMARY KEY NOT NULL,
	"active1" integer DEFAULT 0 NOT NULL,
	"active7" integer DEFAULT 0 NOT NULL,
	"active30" integer DEFAULT 0 NOT NULL,
	"active90" integer DEFAULT 0 NOT NULL,
	"new_users" integer DEFAULT 0 NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "model_prices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"model" text NOT NULL,
	"input_price" numeric(12, 4) NOT NULL,
	"cached_input_price" numeric(12, 4) NOT NULL,
	"output_price" numeric(12, 4) NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "model_prices_provider_check" CHECK ("model_prices"."provider" in ('openai', 'google')),
	CONSTRAINT "model_prices_price_check" CHECK ("model_prices"."input_price" >= 0 and "model_prices"."cached_input_price" >= 0 and "model_prices"."output_price" >= 0)
);
--> statement-breakpoint
CREATE TABLE "usage_days" (
	"day" date NOT NULL,
	"agent_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"model" text NOT NULL,
	"is_own_key" boolean NOT NULL,
	"messages" integer DEFAULT 0 NOT NULL,
	"replies" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"interrupted" integer DEFAULT 0 NOT NULL,
	"stopped" integer DEFAULT 0 NOT NULL,
	"n_tokens" bigint DEFAULT 0 NOT NULL,
	"n_cached_tokens" bigint DEFAULT 0 NOT NULL,
	"n_output_tokens" bigint DEFAULT 0 NOT NULL,
	"first_tokens" integer DEFAULT 0 NOT NULL,
	"first_token_ms" bigint DEFAULT 0 NOT NULL,
	"first_token_buckets" integer[] DEFAULT '{}' NOT NULL,
	"up" integer DEFAULT 0 NOT NULL,
	"down" integer DEFAULT 0 NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "usage_days_day_agent_id_provider_model_is_own_key_pk" PRIMARY KEY("day","agent_id","provider","model","is_own_key")
);
--> statement-breakpoint
CREATE TABLE "user_days" (
	"user_id" uuid NOT NULL,
	"day" date NOT NULL,
	"messages" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "user_days_user_id_day_pk" PRIMARY KEY("user_id","day")
);
--> statement-breakpoint
ALTER TABLE "uploads" ALTER COLUMN "user_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "prompt_version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "entity" text;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "entity_id" uuid;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "entity_name" text;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "ip_address" text;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "user_agent" text;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "model_name" text;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "n_output_tokens" integer;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "first_token_ms" integer;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "prompt_version" integer;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "feedback_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "feedback_review" text;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "feedback_reviewed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "agent_versions" ADD CONSTRAINT "agent_versions_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_versions" ADD CONSTRAINT "agent_versions_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_dismissals" ADD CONSTRAINT "notice_dismissals_notice_id_notices_id_fk" FOREIGN KEY ("notice_id") REFERENCES "public"."notices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_dismissals" ADD CONSTRAINT "notice_dismissals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_plan_id_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."plans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tutorial_views" ADD CONSTRAINT "tutorial_views_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tutorial_views" ADD CONSTRAINT "tutorial_views_tutorial_id_tutorials_id_fk" FOREIGN KEY ("tutorial_id") REFERENCES "public"."tutorials"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_days" ADD CONSTRAINT "user_days_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "agent_versions_agent_number_key" ON "agent_versions" USING btree ("agent_id","number");--> statement-breakpoint
CREATE INDEX "notice_dismissals_notice_idx" ON "notice_dismissals" USING btree ("notice_id");--> statement-breakpoint
CREATE INDEX "notices_period_idx" ON "notices" USING btree ("starts_at","ends_at") WHERE "notices"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "tutorial_views_tutorial_idx" ON "tutorial_views" USING btree ("tutorial_id");--> statement-breakpoint
CREATE INDEX "tutorials_order_idx" ON "tutorials" USING btree ("order","id") WHERE "tutorials"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "model_prices_model_key" ON "model_prices" USING btree ("provider","model");--> statement-breakpoint
CREATE INDEX "user_days_day_idx" ON "user_days" USING btree ("day");--> statement-breakpoint
CREATE INDEX "audit_entries_created_idx" ON "audit_entries" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_entity_idx" ON "audit_entries" USING btree ("entity_id");--> statement-breakpoint
CREATE INDEX "audit_entries_action_idx" ON "audit_entries" USING btree ("action","created_at");--> statement-breakpoint
CREATE INDEX "users_created_idx" ON "users" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "users_last_seen_idx" ON "users" USING btree ("last_seen_at","id");--> statement-breakpoint
CREATE INDEX "users_name_idx" ON "users" USING btree (fold_text("name"),"id");--> statement-breakpoint
CREATE INDEX "users_search_idx" ON "users" USING gin (fold_text("name" || ' ' || "email" || ' ' || coalesce("phone_number", '')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "messages_created_idx" ON "messages" USING brin ("created_at");--> statement-breakpoint
CREATE INDEX "messages_unfinished_idx" ON "messages" USING btree ("created_at","id") WHERE "messages"."sender" = 'ai' and "messages"."status" in ('error', 'interrupted', 'stopped');--> statement-breakpoint
CREATE INDEX "messages_feedback_idx" ON "messages" USING btree ("feedback_at","id") WHERE "messages"."feedback" is not null;--> statement-breakpoint
CREATE INDEX "subscriptions_plan_idx" ON "subscriptions" USING btree ("plan_id","status");--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_feedback_review_check" CHECK ("messages"."feedback_review" in ('done', 'ignored'));--> statement-breakpoint
INSERT INTO agent_versions (id, agent_id, number, system_prompt) SELECT gen_random_uuid(), id, 1, system_prompt FROM agents;--> statement-breakpoint
UPDATE messages SET feedback_at = updated_at WHERE feedback IS NOT NULL;--> statement-breakpoint
-- Nothing that was written down is changed or removed. What happens by itself when an account is deleted (its id becomes
-- null) takes the name along, from where they came, and what was noted about them: that something was done stays.
CREATE FUNCTION keep_audit_entry() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  actor_left boolean;
  subject_left boolean;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    actor_left := OLD.actor_id IS NOT NULL AND NEW.actor_id IS NULL
      AND NOT EXISTS (SELECT FROM public.users WHERE id = OLD.actor_id);
    subject_left := OLD.subject_id IS NOT NULL AND NEW.subject_id IS NULL
      AND NOT EXISTS (SELECT FROM public.users WHERE id = OLD.subject_id);
    IF to_jsonb(NEW) - 'actor_id' - 'subject_id' = to_jsonb(OLD) - 'actor_id' - 'subject_id'
      AND (actor_left OR NEW.actor_id IS NOT DISTINCT FROM OLD.actor_id)
      AND (subject_left OR NEW.subject_id IS NOT DISTINCT FROM OLD.subject_id) THEN
      IF actor_left THEN
        NEW.actor_name := 'conta excluída';
        NEW.ip_address := NULL;
        NEW.user_agent := NULL;
      END IF;
      IF subject_left THEN
        NEW.subject_name := 'conta excluída';
        NEW.details := '{}';
      END IF;
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'audit entries are kept as they are' USING ERRCODE = 'insufficient_privilege';
END $$;--> statement-breakpoint
CREATE TRIGGER audit_entries_keep BEFORE UPDATE OR DELETE ON audit_entries
  FOR EACH ROW EXECUTE FUNCTION keep_audit_entry();--> statement-breakpoint
CREATE TRIGGER audit_entries_keep_all BEFORE TRUNCATE ON audit_entries
  FOR EACH STATEMENT EXECUTE FUNCTION keep_audit_entry();

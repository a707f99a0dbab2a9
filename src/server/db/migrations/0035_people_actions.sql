CREATE TABLE "people_action_rows" (
	"action_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"problem" text,
	CONSTRAINT "people_action_rows_action_id_user_id_pk" PRIMARY KEY("action_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "people_actions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"plan_id" uuid,
	"plan_until" date,
	"ban_reason" text,
	"ban_expires" timestamp (3) with time zone,
	"filter" jsonb,
	"people" integer NOT NULL,
	"changed" integer DEFAULT 0 NOT NULL,
	"unchanged" integer DEFAULT 0 NOT NULL,
	"skipped" integer DEFAULT 0 NOT NULL,
	"status" text DEFAULT 'running' NOT NULL,
	"started_by" uuid,
	"started_by_name" text NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "people_actions_kind_check" CHECK ("people_actions"."kind" in ('set-plan', 'end-plan', 'suspend', 'restore')),
	CONSTRAINT "people_actions_status_check" CHECK ("people_actions"."status" in ('running', 'done', 'canceled'))
);
--> statement-breakpoint
ALTER TABLE "people_action_rows" ADD CONSTRAINT "people_action_rows_action_id_people_actions_id_fk" FOREIGN KEY ("action_id") REFERENCES "public"."people_actions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "people_action_rows" ADD CONSTRAINT "people_action_rows_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "people_actions" ADD CONSTRAINT "people_actions_plan_id_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."plans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "people_actions" ADD CONSTRAINT "people_actions_started_by_users_id_fk" FOREIGN KEY ("started_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "people_action_rows_pending_idx" ON "people_action_rows" USING btree ("action_id","user_id") WHERE "people_action_rows"."problem" is null;--> statement-breakpoint
CREATE INDEX "people_action_rows_user_idx" ON "people_action_rows" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "people_actions_running_key" ON "people_actions" USING btree ("status") WHERE "people_actions"."status" = 'running';--> statement-breakpoint
CREATE INDEX "people_actions_created_idx" ON "people_actions" USING btree ("created_at","id");